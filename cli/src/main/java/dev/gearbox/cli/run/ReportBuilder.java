package dev.gearbox.cli.run;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.UnblockedFigures;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.ClaimReach;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.job.PublishedRuns;
import dev.gearbox.lab.profile.Causes;
import dev.gearbox.lab.profile.CpuExplainer;
import dev.gearbox.report.CausesView;
import dev.gearbox.report.ClaimView;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the report on a folder of results: from its files alone, so the same each time. */
final class ReportBuilder {
    private ReportBuilder() {}

    /**
     * Reads everything in or below a folder: experiments, other figures, the tables of the literature, and the verdicts on claims that follow.
     * What cannot be read is left out and named in the report's notes.
     *
     * @throws EvidenceException if there is no result at all
     */
    static Report of(Studies known, Path root) {
        List<String> notes = new ArrayList<>();
        List<UnblockedFigures> apart = UnblockedFigures.find(root, notes);
        apart.forEach(figures -> outdated(figures).ifPresent(notes::add));
        List<PublishedRuns> published = PublishedRuns.find(root, notes);
        // No experiments at all is an error, unless other figures were measured.
        boolean others = !apart.isEmpty() || !published.isEmpty();
        List<ExperimentResult> results = results(known, root, others ? Archive.list(root) : Archive.find(root), notes);
        if (results.isEmpty() && !others) {
            throw new EvidenceException("no result in " + root + " can be read: " + String.join("; ", notes));
        }
        Set<String> present = new LinkedHashSet<>();
        results.forEach(result -> present.add(result.evidence().experiment().study()));
        apart.forEach(figures -> present.add(figures.study()));
        published.forEach(runs -> present.add(runs.study()));
        List<StudySection> sections = sections(known, present, results);
        List<ClaimView> claims = new ArrayList<>();
        for (StudyProvider study : known.all()) {
            if (present.contains(study.name())) {
                List<Evidence> evidence = Studies.of(
                        results.stream().map(ExperimentResult::evidence).toList(), study.name());
                RecordedResults recorded = new RecordedResults(evidence, apart, study::absence, new ClaimReach(study));
                recorded.judged(study.study().claims().get())
                        .forEach(judgement -> claims.add(RecordedResults.view(judgement)));
                sections.addAll(PublishedSection.recorded(study, published, recorded));
            }
        }
        return new Report(String.join(" and ", present), question(known, present), results, sections, claims, notes);
    }

    /** Earlier versions measured idle connections outside of experiments. */
    private static Optional<String> outdated(UnblockedFigures figures) {
        return figures.kinds().stream().anyMatch(kind -> kind.startsWith("idle-"))
                ? Optional.of(
                        "results of an earlier version about idle connections are left out. To measure again: gearbox run "
                                + figures.study() + " --workload idle")
                : Optional.empty();
    }

    /** The report on these experiments alone. */
    static Report of(Studies known, Path root, List<Path> folders) {
        List<String> notes = new ArrayList<>();
        List<ExperimentResult> results = results(known, root, folders, notes);
        if (results.isEmpty()) {
            throw new EvidenceException("no result in " + root + " can be read: " + String.join("; ", notes));
        }
        String study = results.getFirst().evidence().experiment().study();
        Set<String> only = Set.of(study);
        return new Report(study, question(known, only), results, sections(known, only, results), List.of(), notes);
    }

    /** What these studies compute from their results. */
    private static List<StudySection> sections(Studies known, Set<String> present, List<ExperimentResult> results) {
        List<StudySection> sections = new ArrayList<>();
        for (String name : present) {
            List<Findings> own = results.stream()
                    .map(ExperimentResult::findings)
                    .filter(findings -> findings.experiment().study().equals(name))
                    .toList();
            known.find(name).ifPresent(study -> sections.addAll(study.sections(own)));
        }
        return sections;
    }

    private static String question(Studies known, Set<String> present) {
        return present.stream()
                .map(name ->
                        known.find(name).map(study -> study.study().question()).orElse(name))
                .collect(Collectors.joining(" "));
    }

    /** In the order of the study's workloads; those that it does not have come last. */
    private static List<ExperimentResult> results(Studies known, Path root, List<Path> folders, List<String> notes) {
        List<ExperimentResult> results = new ArrayList<>();
        for (Path folder : folders) {
            try {
                Evidence evidence = Archive.read(folder);
                if (evidence.forks().isEmpty()) {
                    notes.add(evidence.experiment().title() + ": nothing has been measured yet");
                    continue;
                }
                evidence.damage().forEach(said -> notes.add(relative(root, folder) + ": " + said));
                results.add(new ExperimentResult(
                        evidence,
                        Analysis.ofReport(evidence),
                        causes(root, folder, evidence, notes),
                        files(root, folder)));
            } catch (EvidenceException | UncheckedIOException unreadable) {
                notes.add(unreadable.getMessage() + "; left out");
            }
        }
        List<String> order = known.all().stream()
                .flatMap(study -> study.study().names().stream())
                .toList();
        results.sort(Comparator.comparingInt(result -> {
            int place = order.indexOf(result.evidence().experiment().workload());
            return place < 0 ? order.size() : place;
        }));
        return results;
    }

    private static Map<String, CausesView> causes(Path root, Path folder, Evidence evidence, List<String> notes) {
        Map<String, CausesView> causes = new TreeMap<>();
        for (var arm : evidence.experiment().arms()) {
            Path file = CpuExplainer.file(folder, arm.label());
            if (Files.exists(file)) {
                try {
                    causes.put(
                            arm.label(), view(root, CpuExplainer.flames(folder, arm.label()), CpuExplainer.read(file)));
                } catch (LabException damaged) {
                    notes.add(damaged.getMessage() + "; left out");
                }
            }
        }
        return causes;
    }

    private static CausesView view(Path root, Path flames, Causes causes) {
        List<CausesView.Category> categories = causes.microsPerRequest().entrySet().stream()
                .map(entry -> new CausesView.Category(entry.getKey(), entry.getValue()))
                .toList();
        return new CausesView(
                categories, Files.exists(flames) ? Optional.of(relative(root, flames)) : Optional.empty());
    }

    private static List<String> files(Path root, Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> relative(root, file))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String relative(Path root, Path file) {
        return root.toAbsolutePath().relativize(file.toAbsolutePath()).toString();
    }
}
