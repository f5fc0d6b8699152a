package dev.gearbox.lab;

import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A study that the program finds: the service that a study's module provides. A public class with a public constructor without arguments. What it
 * measures is data ({@code study.yaml} and the files that it names, see {@link StudyFile}); who takes part is code.
 */
public interface StudyProvider {
    /** Its name on the command line; nothing is decoded for it. */
    String name();

    /**
     * The study, decoded and checked.
     *
     * @throws dev.gearbox.lab.data.LabException naming file and key
     */
    Study study();

    /** The subject that takes part in a claim about a cell. */
    Subject subject(Condition cell, Claim.Contender contender);

    /** Why what results call by that label cannot run here; empty if it can. */
    Optional<String> absence(String label);

    /**
     * The subjects of a cell; empty for servers under load that are the engines, which the program lines up itself.
     *
     * @param specs those that were asked for; none: all that can run here
     * @param offload worker threads of each; empty: as they are
     */
    default Optional<List<Subject>> subjects(Condition cell, List<String> specs, Optional<String> offload) {
        return Optional.empty();
    }

    /** What it provides for its jobs to fetch from, by the names that its workloads use. */
    default Map<String, JvmLaunch> instruments() {
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

    /** Tables of the literature that can be made again by its own method; none where it has none. */
    default List<PublishedTable> published() {
        return List.of();
    }

    /** Those that would take part in a cell but cannot on this machine, each in a sentence that says why. */
    default List<String> absent(Condition cell) {
        return List.of();
    }
}
