package dev.gearbox.lab;

import java.util.List;
import java.util.Map;

/** What subjects are put under or asked to do, as a data file: one file for a whole grid of cells. */
public sealed interface Workload permits LoadWorkload, JobWorkload {
    /** The name on the command line. */
    String name();

    /** What users or subjects do, in a line. */
    String summary();

    /** Where it comes from: a publication, or why it is here. */
    String source();

    /** Its axes and their values. */
    Map<String, List<String>> axes();

    /**
     * The cells of the grid.
     *
     * @param length which durations or bounds, and which values the file has for them
     * @param overrides other values for some axes, by axis
     * @throws LabException when an axis does not exist or a value makes no sense
     */
    List<? extends Condition> cells(Length length, Map<String, List<String>> overrides);
}
