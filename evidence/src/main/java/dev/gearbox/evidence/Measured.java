package dev.gearbox.evidence;

import java.util.Optional;

/** What has been measured, as the judge of claims asks for it. */
public interface Measured {
    /** The confidence of the figures that are measured apart. */
    double APART = 0.95;

    /**
     * The findings of a cell against an arm ({@link Analysis#of(Evidence, String)}); empty if it was not measured.
     *
     * @param cell workload and axes
     * @param baseline the label of the arm to compare with
     */
    Optional<Findings> findings(Claim.Cell cell, String baseline);

    /**
     * A figure that is measured apart, with a 95 % interval over forks; empty if it was not measured.
     *
     * @param kind which
     * @param arm the label
     */
    Optional<Figure> apart(Claim.Measure.Kind kind, String arm);

    /**
     * The resource that keeps an arm from running here, such as "io_uring is disabled"; empty if it can run.
     *
     * @param arm the label
     */
    Optional<String> missing(String arm);
}
