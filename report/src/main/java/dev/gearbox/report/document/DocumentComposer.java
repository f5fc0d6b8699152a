package dev.gearbox.report.document;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.Report;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Creates the {@link Document} of a {@link Report}: everything that any form shows is derived here, once. */
public final class DocumentComposer {
    private static final int NAMED = 4;

    private DocumentComposer() {}

    public static Document of(Report report) {
        List<Document.CellSection> cells = new ArrayList<>();
        List<Sweeps.Member> members = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (ExperimentResult result : report.results()) {
            String id = id(result.evidence().experiment().title(), ids);
            cells.add(cell(id, title(result, report.results()), result));
            members.add(new Sweeps.Member(id, result.findings()));
        }
        List<Document.Heat> maps = HeatMaps.of(members);
        Set<String> mapped = HeatMaps.mapped(maps);
        return new Document(
                Document.FORMAT,
                report.title(),
                report.question(),
                List.copyOf(cells),
                maps,
                AxisTables.of(members),
                Sweeps.of(members.stream()
                        .filter(member -> !mapped.contains(member.id()))
                        .toList()),
                report.sections(),
                report.claims(),
                report.notes());
    }

    /** Returns the title: the cell; if it has several experiments, also the arms of each, or of many arms the first ones and how many more. */
    private static String title(ExperimentResult result, List<ExperimentResult> all) {
        Experiment experiment = result.evidence().experiment();
        long alike = all.stream()
                .filter(other -> other.evidence().experiment().title().equals(experiment.title()))
                .count();
        return alike == 1
                ? experiment.title()
                : experiment.title()
                        + " ("
                        + Phrases.some(
                                experiment.arms().stream().map(Arm::label).toList(), NAMED)
                        + ")";
    }

    private static Document.CellSection cell(String id, String title, ExperimentResult result) {
        Experiment experiment = result.evidence().experiment();
        Findings findings = result.findings();
        List<Arm> arms = experiment.arms().stream()
                .filter(arm -> experiment.sentinel().filter(arm.label()::equals).isEmpty())
                .toList();
        return new Document.CellSection(
                id,
                title,
                experiment.study(),
                experiment.workload(),
                experiment.summary(),
                experiment.parameters(),
                experiment.protocol(),
                experiment.server(),
                experiment.loop(),
                experiment.baseline(),
                Answer.of(findings),
                MethodNotes.caption(findings),
                findings.quality().invalid(),
                arms,
                findings.rankings().values().stream()
                        .map(ranking -> ranked(findings, ranking))
                        .toList(),
                Quantiles.of(result.evidence(), arms),
                JobNotes.completions(result.evidence(), arms),
                Pareto.of(findings),
                result.causes().entrySet().stream()
                        .map(cause -> new Document.Cause(
                                cause.getKey(),
                                cause.getValue().categories(),
                                cause.getValue().flameGraph().orElse(null)))
                        .toList(),
                fitness(findings),
                MethodNotes.of(findings),
                experiment.machine(),
                Excluded.of(result.evidence(), findings),
                result.files());
    }

    private static Document.Ranked ranked(Findings findings, Ranking ranking) {
        Metric metric = ranking.metric();
        return new Document.Ranked(
                metric.key(),
                metric.caption(),
                metric.unit(),
                metric.moreIsBetter() ? "high" : "low",
                Document.finite(ranking.detectable()),
                Answer.by(findings, ranking),
                ranking.standings().stream()
                        .map(standing -> place(findings, metric, standing))
                        .toList());
    }

    private static Document.RankingRow place(Findings findings, Metric metric, RankedArm standing) {
        return new Document.RankingRow(
                standing.arm(),
                Document.Quantity.of(standing.value()),
                Document.Quantity.ofRatio(standing.ratio()),
                Document.finite(standing.p()),
                Document.finite(standing.adjusted()),
                standing.verdict().name().toLowerCase(Locale.ROOT),
                standing.verdict().words(metric, findings.experiment().design().margin()),
                standing.ties());
    }

    private static Document.FitnessNotes fitness(Findings findings) {
        Quality quality = findings.quality();
        return new Document.FitnessNotes(
                quality.forks(),
                quality.blocks(),
                quality.kept(),
                quality.dropped(),
                quality.forksDropped(),
                quality.notWarm(),
                Document.finite(quality.lagP99Micros()),
                Document.finite(quality.work()),
                Document.finite(quality.masked()),
                quality.ceilingShare(),
                quality.nullP99Micros(),
                quality.sentinel()
                        .map(standing -> place(findings, Metric.CPU, standing))
                        .orElse(null),
                quality.foreignCores(),
                quality.failures());
    }

    /** Returns an id such as "ping-connections-100": letters, digits and hyphens only, and unique. */
    private static String id(String title, Set<String> taken) {
        String slug =
                title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        String base = slug.isEmpty() ? "cell" : slug;
        String id = base;
        for (int number = 2; !taken.add(id); number++) {
            id = base + "-" + number;
        }
        return id;
    }
}
