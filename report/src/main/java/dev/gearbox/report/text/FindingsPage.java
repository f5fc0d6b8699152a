package dev.gearbox.report.text;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.report.ClaimView;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.Report;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.DocumentComposer;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.document.Phrases;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The findings of a study for its page: the answer, when and where it was measured, the verdicts on the claims, and the tables, folded by workload. Shorter
 * than {@link MarkdownReport}: the method of each table is in the report.
 */
public final class FindingsPage {
    private FindingsPage() {}

    /** Returns the page in Markdown, to be put below a heading of the second level. */
    public static String of(Report all) {
        Report report = oneOfEach(all);
        Document document = DocumentComposer.of(report);
        List<String> lines = new ArrayList<>();
        lines.add(MarkdownTables.text(answer(report)));
        lines.add("");
        lines.add(MarkdownTables.text(origin(report)));
        claims(document.claims(), lines);
        document.maps().forEach(map -> MarkdownTables.map(map, lines));
        document.tables().forEach(table -> MarkdownTables.axis(table, lines));
        document.sections().forEach(section -> MarkdownTables.section(section, lines));
        cells(document.cells(), lines);
        if (!document.notes().isEmpty()) {
            lines.add("");
            document.notes().forEach(note -> lines.add("- " + MarkdownTables.text(note)));
        }
        return String.join("\n", lines) + "\n";
    }

    /** Of experiments that differ in nothing but the build, only the one with the most blocks that count: of several the last. */
    private static Report oneOfEach(Report all) {
        List<ExperimentResult> chosen = new ArrayList<>(all.results().stream()
                .collect(Collectors.toMap(
                        FindingsPage::compared,
                        result -> result,
                        BinaryOperator.maxBy(Comparator.<ExperimentResult>comparingInt(
                                        result -> result.findings().quality().kept())
                                .thenComparing(FindingsPage::end)),
                        LinkedHashMap::new))
                .values());
        return new Report(all.title(), all.question(), chosen, all.sections(), all.claims(), all.notes());
    }

    private static List<Object> compared(ExperimentResult result) {
        Experiment experiment = result.evidence().experiment();
        return List.of(
                experiment.study(),
                experiment.title(),
                experiment.arms().stream().map(Arm::label).sorted().toList());
    }

    private static Instant end(ExperimentResult result) {
        return slices(List.of(result.evidence()))
                .map(Slice::at)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }

    private static Stream<Slice> slices(List<Evidence> evidence) {
        return evidence.stream().flatMap(one -> one.forks().stream()).flatMap(fork -> fork.slices().stream());
    }

    /** The question and its answer: which arms lead, what became of the claims, and what would decide the rest. */
    private static String answer(Report report) {
        List<Findings> findings =
                report.results().stream().map(ExperimentResult::findings).toList();
        List<String> sentences = new ArrayList<>(List.of(report.question(), LeadCounts.of(findings)));
        if (!report.claims().isEmpty()) {
            sentences.add(verdicts(report.claims()));
        }
        sentences.add(Conclusion.decided(findings));
        return String.join(" ", sentences);
    }

    /** "27 claims: holds 12, refuted 8 and inconclusive 7." */
    private static String verdicts(List<ClaimView> claims) {
        Map<String, Long> counts = claims.stream()
                .collect(Collectors.groupingBy(ClaimView::verdict, LinkedHashMap::new, Collectors.counting()));
        return Numbers.count(claims.size(), "claim") + ": "
                + Phrases.list(counts.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .map(count -> count.getKey() + " " + count.getValue())
                        .toList())
                + ".";
    }

    /** When, from which commits and where, and how much the hypervisor took. */
    private static String origin(Report report) {
        List<Evidence> evidence =
                report.results().stream().map(ExperimentResult::evidence).toList();
        List<Slice> slices = slices(evidence).toList();
        if (slices.isEmpty()) {
            return "";
        }
        List<LocalDate> days = slices.stream()
                .map(slice -> LocalDate.ofInstant(slice.at(), ZoneOffset.UTC))
                .sorted()
                .distinct()
                .toList();
        double[] steal = slices.stream()
                .mapToDouble(slice -> slice.disturbance().steal())
                .sorted()
                .toArray();
        return "Measured "
                + (days.size() == 1 ? "on " + days.getFirst() : "between " + days.getFirst() + " and " + days.getLast())
                + ", commit "
                + distinct(evidence, one -> one.experiment().machine().shortCommit()) + ", on "
                + distinct(evidence, FindingsPage::system)
                + ": " + distinct(evidence, one -> one.experiment().machine().pinning()) + ". The hypervisor took "
                + Numbers.percent(steal[steal.length / 2])
                + " of the processors' time in the median slice, and at most "
                + Numbers.percent(steal[steal.length * 9 / 10]) + " in nine of ten. Intervals are 95 %.";
    }

    /** "2 cores, Linux 6.18, JDK 25.0.1". */
    private static String system(Evidence evidence) {
        return evidence.experiment().machine().caption().split("; ", 2)[0];
    }

    private static String distinct(List<Evidence> evidence, Function<Evidence, String> text) {
        return Phrases.list(evidence.stream().map(text).distinct().toList());
    }

    private static void claims(List<ClaimView> claims, List<String> lines) {
        if (claims.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("### Verdicts");
        lines.add("");
        MarkdownTables.row(List.of("claim", "verdict", "measured"), lines);
        lines.add("|---|---|---|");
        claims.forEach(claim -> MarkdownTables.row(
                List.of(claim.id() + " " + claim.statement(), claim.placedVerdict(), measured(claim)), lines));
    }

    /** Parts about which the same is to be said, such as that nothing was measured, are named together. */
    private static String measured(ClaimView claim) {
        Map<String, List<String>> said = claim.parts().stream()
                .collect(Collectors.groupingBy(
                        ClaimView.Part::words,
                        LinkedHashMap::new,
                        Collectors.mapping(ClaimView.Part::name, Collectors.toList())));
        return said.entrySet().stream()
                .map(words -> Phrases.list(words.getValue()) + ": " + words.getKey())
                .collect(Collectors.joining("; "));
    }

    private static void cells(List<Document.CellSection> cells, List<String> lines) {
        Map<String, List<Document.CellSection>> workloads = cells.stream()
                .collect(
                        Collectors.groupingBy(Document.CellSection::workload, LinkedHashMap::new, Collectors.toList()));
        if (!workloads.isEmpty()) {
            lines.add("");
            lines.add("### Tables");
        }
        workloads.forEach((workload, members) -> {
            lines.add("");
            lines.add("<details><summary>" + MarkdownTables.text(workload) + ": "
                    + Numbers.count(members.size(), "table") + "</summary>");
            members.forEach(cell -> cell(cell, lines));
            lines.add("");
            lines.add("</details>");
        });
    }

    private static void cell(Document.CellSection cell, List<String> lines) {
        lines.add("");
        lines.add("**" + MarkdownTables.text(cell.title()) + "**: " + MarkdownTables.text(cell.answer()));
        lines.add("");
        if (!cell.rankings().isEmpty()) {
            MarkdownTables.rankings(cell, lines);
            lines.add("");
        }
        lines.add(MarkdownTables.text(cell.caption()) + ".");
    }
}
