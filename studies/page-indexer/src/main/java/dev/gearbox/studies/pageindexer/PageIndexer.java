package dev.gearbox.studies.pageindexer;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyFile;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.origin.OriginMain;
import dev.gearbox.studies.pageindexer.job.PageRow;
import dev.gearbox.studies.pageindexer.job.PageSubjectMain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The study: which client model fetches many pages soonest? Its jobs and claims are files next to this class; its subjects are clients, each in a JVM with
 * {@link PageSubjectMain}.
 */
public final class PageIndexer {
    private PageIndexer() {}

    /** Returns the study with all its jobs, decoded and validated. */
    public static Study study() {
        return StudyFile.read(name -> PageIndexer.class.getResourceAsStream(name))
                .study(Known::new);
    }

    /**
     * Returns the requested subjects, or all rows that can run here.
     *
     * @param specs engines, clients, or {@code ideal}; empty: all
     * @param offload worker threads of each; empty: the default
     * @throws dev.gearbox.core.BadSpecException when there is no such engine, client or parameter
     */
    public static List<Subject> subjects(List<String> specs, Optional<String> offload) {
        if (specs.isEmpty() && offload.isEmpty()) {
            return PageRow.all().stream()
                    .filter(row -> row.absence().isEmpty())
                    .map(PageIndexer::subject)
                    .toList();
        }
        return (specs.isEmpty() ? List.of("selector") : specs)
                .stream().map(spec -> subject(PageRow.of(spec, offload))).toList();
    }

    /** Returns the origin of the pages. */
    public static Map<String, JvmLaunch> instruments() {
        return Map.of("origin", new JvmLaunch.InModule("dev.gearbox.origin", OriginMain.class.getName()));
    }

    /** Returns the subject of an arm of a claim. */
    public static Subject subject(Claim.Contender contender) {
        return subject(PageRow.of(contender.spec(), contender.offload()));
    }

    private static Subject subject(PageRow row) {
        List<String> arguments = new ArrayList<>(List.of("--client", row.client()));
        if (row.workers() > 0) {
            arguments.addAll(List.of("--offload", Integer.toString(row.workers())));
        }
        return new Subject(
                row.label(),
                new JvmLaunch.InModule("dev.gearbox.studies.pageindexer.subjects", PageSubjectMain.class.getName()),
                arguments,
                List.of(),
                Set.of(),
                row.atOnce());
    }

    /**
     * Returns why the subject with that label cannot run here; empty if it can.
     *
     * @throws dev.gearbox.core.BadSpecException when there is no such engine, client or parameter
     */
    public static Optional<String> absence(String label) {
        return PageRow.labelled(label).absence();
    }

    /** Returns the rows that cannot run on this machine, one sentence each with the reason. */
    public static List<String> absent() {
        return PageRow.all().stream()
                .flatMap(row -> row.absence().stream().map(reason -> row.label() + " is left out: " + reason))
                .toList();
    }

    /**
     * Returns the claims of the literature about these clients, decoded and validated.
     *
     * @throws EvidenceException with the file and the key
     */
    public static List<Claim> claims() {
        return study().claims().get();
    }

    /** The arms and cells of this study that claims may refer to. */
    private record Known(Study study) implements Claim.KnownNames {
        @Override
        public String label(String spec, Optional<String> offload) {
            return PageRow.of(spec, offload).label();
        }

        @Override
        public void check(Claim.CellRef cell) {
            study.requireOne(cell);
        }
    }
}
