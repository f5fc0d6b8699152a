package dev.gearbox.lab;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.child.PrintedFigures;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The service that a study's module provides, by which the program finds it. A public class with a public no-argument constructor. What to measure is data
 * ({@code study.yaml} and the files that it names, see {@link StudyFile}); the subjects are code.
 */
public interface StudyProvider {
    /** Returns the name on the command line, without decoding anything. */
    String name();

    /**
     * Returns the study, decoded and validated.
     *
     * @throws dev.gearbox.lab.data.LabException naming file and key
     */
    Study study();

    /** The subject that takes part in a claim about a cell. */
    Subject subject(Condition cell, Claim.Contender contender);

    /** Returns what follows from the pools and waits of an arm in a cell; empty: nothing was computed. */
    default Optional<ArmBound> bound(Condition cell, Claim.Contender contender) {
        return subject(cell, contender).bound();
    }

    /**
     * Returns what a figure of an arm can be at all in a cell, by the parameters of the workload, whatever its model. A claim that these
     * parameters decide has to declare it ({@link Claim.Part#arithmetic}).
     */
    default Reach reach(Condition cell, Claim.Contender contender, Metric metric) {
        Reach pools =
                bound(cell, contender).map(bound -> Reach.of(bound, metric)).orElse(Reach.ANY);
        return metric == Metric.COMPLETED ? pools.and(Reach.atMost(100, "no more than all")) : pools;
    }

    /** Returns why the subject with that label cannot run here; empty if it can. */
    Optional<String> absence(String label);

    /**
     * Returns the subjects of a cell; empty if they are the engines, which the program selects itself.
     *
     * @param specs the requested subjects; none: all that can run here
     * @param offload worker threads of each; empty: the default
     */
    default Optional<List<Subject>> subjects(Condition cell, List<String> specs, Optional<String> offload) {
        return Optional.empty();
    }

    /**
     * Returns the workload over services of the user's own; empty if the study calls none.
     *
     * @param file the name of the file that describes them, for messages
     * @param services its text
     * @throws dev.gearbox.lab.data.LabException naming file and key
     */
    default Optional<Workload> over(String file, String services) {
        return Optional.empty();
    }

    /** Returns the instruments from which its jobs fetch, by the names that its workloads use. */
    default Map<String, JvmLaunch> instruments() {
        return Map.of();
    }

    /** Returns the programs that measure figures of claims without any load, by kind of figure; see {@link PrintedFigures}. */
    default Map<Claim.Measure.Kind, JvmLaunch> apart() {
        return Map.of();
    }

    /**
     * Makes what the jobs of a cell need on this machine while a fork of it is measured.
     *
     * @throws dev.gearbox.lab.data.LabException if it cannot be had
     */
    default Fixture fixture(JobCell cell) throws InterruptedException {
        return Fixture.NONE;
    }

    /**
     * Returns the tables of the literature that can be reproduced by its own method; none where it has none.
     *
     * @param quick whether runs are shortened where they would take long; the method of a table then says how
     */
    default List<PublishedTable> published(boolean quick) {
        return List.of();
    }

    /** Returns what values of a cell's parameters mean on this machine, by axis, such as the type of the file system of a folder. */
    default Map<String, String> meanings(Condition cell) {
        return Map.of();
    }

    /**
     * Returns what the study computes from several of its results together, for the reader; nothing where it computes nothing.
     *
     * @param results of this study, of whichever workloads and times
     */
    default List<StudySection> sections(List<Findings> results) {
        return List.of();
    }

    /** Those that would take part in a cell but cannot on this machine, each in a sentence that says why. */
    default List<String> absent(Condition cell) {
        return List.of();
    }
}
