package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.FigureText;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.job.PublishedFigures;
import dev.gearbox.lab.job.PublishedRuns;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.job.PublishedTable.PublishedFigure;
import dev.gearbox.lab.job.PublishedTable.PublishedRun;
import dev.gearbox.lab.job.PublishedTable.Quantity;
import dev.gearbox.report.text.PublishedCurve;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A table or figure of the literature in its layout. Each cell has three figures: the reported one, what the same method gave here, and the result of the
 * lab's own method, if it has been measured.
 *
 * @param table the table
 * @param theirs what its method gave here, for each run; none if it was not run
 * @param ours the results of the lab's own method, of which those of one placement count
 */
record PublishedSection(
        PublishedTable table, Function<PublishedRun, Optional<PublishedFigures>> theirs, RecordedResults ours) {
    private static final String NOT_IN_THE_TEXT = "not in the text";
    private static final String NONE = "-";

    /** Leaves the results of one placement. */
    PublishedSection {
        ours = ours.forTable(table);
    }

    /**
     * Returns the tables of a study as they are on record, whole ones rather than shortened ones; of several builds those of the one that has most.
     *
     * @param all what was measured of any study
     */
    static List<StudySection> recorded(StudyProvider study, List<PublishedRuns> all, RecordedResults ours) {
        List<PublishedRuns> builds =
                all.stream().filter(runs -> runs.study().equals(study.name())).toList();
        if (builds.isEmpty()) {
            return List.of();
        }
        List<PublishedTable> whole = study.published(false);
        List<PublishedTable> shortened = study.published(true);
        List<StudySection> sections = new ArrayList<>();
        for (int i = 0; i < whole.size(); i++) {
            for (PublishedTable table : List.of(whole.get(i), shortened.get(i))) {
                PublishedRuns most = builds.stream()
                        .max(Comparator.comparingLong(runs -> runs.measured(table)))
                        .orElseThrow();
                if (most.measured(table) > 0) {
                    sections.add(new PublishedSection(table, run -> most.of(table.key(run)), ours)
                            .section("Their method was run here on " + most.origin() + "."));
                    break;
                }
            }
        }
        return sections;
    }

    /**
     * Returns the table, or what it draws.
     *
     * @param origin further sentences, such as when it was measured
     */
    StudySection section(String... origin) {
        List<String> sentences = new ArrayList<>();
        sentences.add(
                table.over().isPresent()
                        ? "Their method here: " + table.method() + "."
                        : "Each cell: they reported; their method here (" + table.method() + "); our method here. "
                                + NONE + " : not measured, or left out.");
        sentences.addAll(table.notes());
        if (!ours.placement().isEmpty()) {
            sentences.add("Our method here: " + ours.placement() + ".");
        }
        sentences.addAll(errors());
        sentences.addAll(List.of(origin));
        String title = table.title() + " (" + table.source() + ")";
        return table.over()
                .map(axis -> new StudySection(title, List.of(), List.of(), drawn(axis), sentences))
                .orElseGet(() -> new StudySection(title, heads(), rows(), sentences));
    }

    /** Returns a sentence on the kinds of errors by their method; none if there were no errors. */
    private List<String> errors() {
        String kinds = table.rows().stream()
                .flatMap(row -> row.runs().stream()
                        .flatMap(run -> theirs.apply(run).stream())
                        .map(PublishedFigures::kinds)
                        .filter(text -> !text.isEmpty())
                        .map(text -> row.name() + " (" + text + ")"))
                .distinct()
                .collect(Collectors.joining("; "));
        return kinds.isEmpty() ? List.of() : List.of("Errors by their method here: " + kinds + ".");
    }

    private Map<Quantity, Double> figures(PublishedRun run) {
        return theirs.apply(run).map(PublishedFigures::figures).orElse(Map.of());
    }

    /** Returns the names of the columns; that of the first is empty. */
    private List<String> heads() {
        List<String> heads = new ArrayList<>(List.of(""));
        heads.addAll(table.columns());
        return heads;
    }

    /** Returns the rows, each with its name. */
    private List<List<String>> rows() {
        return table.rows().stream()
                .map(row -> {
                    List<String> texts = new ArrayList<>(List.of(row.name()));
                    row.runs().forEach(run -> texts.addAll(cells(run)));
                    return texts;
                })
                .toList();
    }

    private List<String> cells(PublishedRun run) {
        Map<Quantity, Double> here = figures(run);
        return run.figures().stream()
                .map(figure -> figure.reported().orElse(NOT_IN_THE_TEXT)
                        + "; " + text(Optional.ofNullable(here.get(figure.quantity())))
                        + "; " + text(ours(run, figure.quantity())))
                .toList();
    }

    private static String text(Optional<Double> figure) {
        return figure.map(PublishedSection::text).orElse(NONE);
    }

    /** The time of an accept is a few thousandths of a millisecond. */
    private static String text(double figure) {
        return Math.abs(figure) < 0.1 ? FigureText.number(figure) : NumberText.measured(figure);
    }

    /** Returns the lines of the figure over an axis. */
    private List<String> drawn(String axis) {
        List<PublishedCurve.Point> points = new ArrayList<>();
        table.rows().forEach(row -> row.runs().forEach(run -> points.add(point(row.name(), axis, run))));
        List<String> lines = new ArrayList<>();
        lines.add(table.columns().getFirst() + ", over " + axis + ":");
        lines.addAll(PublishedCurve.lines(points));
        return lines;
    }

    /** Returns the point of a drawn table, which has one column. */
    private PublishedCurve.Point point(String curve, String axis, PublishedRun run) {
        PublishedFigure figure = run.figures().getFirst();
        return new PublishedCurve.Point(
                curve,
                run.procedure().cell().parameters().getOrDefault(axis, ""),
                figure.reported().map(PublishedSection::number).orElse(OptionalDouble.empty()),
                known(Optional.ofNullable(figures(run).get(figure.quantity()))),
                known(ours(run, figure.quantity())));
    }

    private static OptionalDouble known(Optional<Double> figure) {
        return figure.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    /** Reads "near 9,800"; empty if there is no number. */
    private static OptionalDouble number(String reported) {
        String digits = reported.replaceAll("[^0-9.]", "");
        return digits.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(digits));
    }

    /** Returns the figure by the lab's own method, if it has been measured. */
    private Optional<Double> ours(PublishedRun run, Quantity quantity) {
        String arm = run.subject().label();
        if (run.procedure() instanceof PublishedTable.Procedure.PrintedRun printed) {
            return ours.apart(printed.ours(), arm).map(figure -> quantity.from(figure.value()));
        }
        return quantity.ours()
                .flatMap(metric ->
                        ours.of(run).flatMap(evidence -> Analysis.of(evidence).by(metric)))
                .flatMap(ranking -> ranking.of(arm))
                .map(Ranking.RankedArm::value)
                .filter(value -> value.value() > 0)
                .map(value -> quantity.from(value.value()));
    }
}
