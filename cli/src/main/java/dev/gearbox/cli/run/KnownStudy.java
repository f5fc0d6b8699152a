package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Refusal;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.echoserver.EchoServer;
import dev.gearbox.studies.pageindexer.PageIndexer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A study as the commands know it: what it asks, and who takes part in it.
 *
 * @param study decoded when it is needed
 * @param absence why somebody of that label cannot run on this machine; empty if it can
 * @param subject who takes part in a claim
 * @param lineup who does a job
 */
public record KnownStudy(
        Supplier<Study> study,
        Function<String, Optional<String>> absence,
        Function<Claim.Contender, Subject> subject,
        Lineup lineup) {
    /** Who does a job. */
    interface Lineup {
        /**
         * The subjects of a cell.
         *
         * @param specs who is wanted; empty: everybody who can run here
         * @param offload worker threads of each; empty: as they are
         */
        List<Subject> of(JobCell cell, List<String> specs, Optional<String> offload);

        /** Who would take part but cannot on this machine, each in a sentence that says why. */
        List<String> absent();
    }

    /** Engines as servers, by whichever study says what they are asked. */
    public static KnownStudy servers(Supplier<Study> study) {
        return new KnownStudy(study, EchoServer::absence, EchoServer::subject, new Lineup() {
            @Override
            public List<Subject> of(JobCell cell, List<String> specs, Optional<String> offload) {
                throw new Refusal("servers do no jobs, so that nobody can take part in " + cell.label());
            }

            @Override
            public List<String> absent() {
                return List.of();
            }
        });
    }

    /** Clients that fetch pages. */
    public static KnownStudy clients() {
        return new KnownStudy(PageIndexer::study, PageIndexer::absence, PageIndexer::subject, new Lineup() {
            @Override
            public List<Subject> of(JobCell cell, List<String> specs, Optional<String> offload) {
                return PageIndexer.subjects(specs, offload);
            }

            @Override
            public List<String> absent() {
                return PageIndexer.absent();
            }
        });
    }

    String name() {
        return study.get().name();
    }
}
