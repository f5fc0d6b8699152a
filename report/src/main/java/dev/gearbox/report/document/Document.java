package dev.gearbox.report.document;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.report.CausesView;
import dev.gearbox.report.ClaimView;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A report with everything derived, and every figure with its text. As JSON it is written field by field, as {@code report.schema.json} describes it;
 * the other forms are made from it.
 *
 * @param format version of this form, {@link #FORMAT}
 * @param title of the file
 * @param question the question that the report answers
 * @param cells one for each result
 * @param maps one arm against another over two axes or more
 * @param tables many arms over an axis
 * @param sweeps CPU against a rate or another axis, over several cells or up to a capacity
 * @param sections what studies show beside experiments
 * @param claims of the literature
 * @param notes in sentences
 */
public record Document(
        int format,
        String title,
        String question,
        List<CellSection> cells,
        List<Heat> maps,
        List<AxisTable> tables,
        List<Sweep> sweeps,
        List<StudySection> sections,
        List<ClaimView> claims,
        List<String> notes) {
    /** The version that this code writes. */
    static final int FORMAT = 6;

    /** Returns null for what is not a finite number. */
    static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /**
     * A figure. Null stands for what is not a number.
     *
     * @param text with its interval, as it is shown and copied: "1.83 [1.74, 1.92]"
     */
    public record Quantity(
            @Nullable Double value,
            @Nullable Double low,
            @Nullable Double high,
            int forks,
            String text) {
        /** Returns a figure for display. */
        static Quantity of(Figure figure) {
            return of(figure, Numbers.figure(figure));
        }

        /** As above, for a ratio. */
        static Quantity ofRatio(Figure figure) {
            return of(figure, Numbers.ratio(figure));
        }

        private static Quantity of(Figure figure, String text) {
            return new Quantity(
                    finite(figure.value()), finite(figure.low()), finite(figure.high()), figure.forks(), text);
        }
    }

    /**
     * One workload with its parameters.
     *
     * @param id from the title, for links; unique
     * @param answer in a sentence, by the first metric
     * @param caption the line under every picture
     * @param arms in the order of the experiment, without the sentinel
     * @param invalid why nothing may be concluded; null if the run is valid
     * @param completions if the arms did jobs: when each unit was completed
     * @param excluded what was left out and why, in sentences
     */
    public record CellSection(
            String id,
            String title,
            String study,
            String workload,
            String summary,
            Map<String, String> parameters,
            String protocol,
            Map<String, String> server,
            String loop,
            String baseline,
            String answer,
            String caption,
            @Nullable String invalid,
            List<Arm> arms,
            List<Ranked> rankings,
            List<Curves> curves,
            List<Completions> completions,
            @Nullable Front front,
            List<Cause> causes,
            FitnessNotes quality,
            List<Term> method,
            Machine machine,
            List<String> excluded,
            List<String> files) {}

    /**
     * The arms by one metric, best first.
     *
     * @param metric its key
     * @param better {@code low} or {@code high}
     * @param detectable the smallest difference that could have been detected, as a share; null: none
     * @param answer in a sentence
     */
    public record Ranked(
            String metric,
            String caption,
            String unit,
            String better,
            @Nullable Double detectable,
            String answer,
            List<RankingRow> standings) {}

    /**
     * An arm in a ranking.
     *
     * @param verdict in lower case, as an enum
     * @param words the verdict in words
     * @param ties letters; arms that share one were not shown to differ
     */
    public record RankingRow(
            String arm,
            Quantity value,
            Quantity ratio,
            @Nullable Double p,
            @Nullable Double adjusted,
            String verdict,
            String words,
            String ties) {}

    /**
     * Times of one kind as curves over quantiles.
     *
     * @param kind in lower case
     * @param note what is drawn
     */
    public record Curves(String kind, String title, String note, List<Curve> arms) {}

    /**
     * The completion times of a job's units for one arm, over all clean slices.
     *
     * @param whole the number of units of the whole job
     * @param done the number of units that were requested; results are extrapolated to the whole job
     * @param points pairs of a number of units and the ms after which so many were completed
     */
    public record Completions(String arm, long whole, long done, List<List<Double>> points) {}

    /**
     * The times of one arm.
     *
     * @param points pairs of 1/(1-q) and µs
     */
    public record Curve(String arm, long requests, List<List<Double>> points) {}

    /**
     * Arms by processor time, p99 and memory.
     *
     * @param words which arms are on the front, and what the others are behind
     */
    public record Front(List<Spot> spots, List<String> words) {}

    /**
     * An arm in relation to the others.
     *
     * @param memory in MiB; null: not known
     * @param state {@code front}, {@code behind} (by the values, but not shown) or {@code dominated}
     * @param by the arms that it is behind
     */
    public record Spot(
            String arm,
            Quantity cpu,
            Quantity p99,
            @Nullable Quantity memory,
            String state,
            List<String> by) {}

    /** The processor time of an arm, by cause. */
    public record Cause(
            String arm,
            List<CausesView.Category> categories,
            @Nullable String flameGraph) {}

    /**
     * Whether the run is valid, and its quality.
     *
     * @param foreignCores how many cores other programs kept busy, at the median, if costs are those beside them; null: others hardly used the machine
     */
    record FitnessNotes(
            int forks,
            int blocks,
            int kept,
            Map<String, Integer> dropped,
            int forksDropped,
            List<String> notWarm,
            @Nullable Double lagP99Micros,
            @Nullable Double work,
            @Nullable Double masked,
            @Nullable Double ceilingShare,
            @Nullable Double nullP99Micros,
            @Nullable RankingRow sentinel,
            @Nullable Double foreignCores,
            List<String> failures) {}

    /** One property of the method, in plain words. */
    public record Term(String term, String text) {}

    /**
     * One arm against another by a metric, over the cells of a workload.
     *
     * @param metric its key
     * @param answer in a sentence: in how many cells which verdict
     * @param limit the ratio that has the full colour; its inverse has the opposite colour
     * @param columns the horizontal axis
     */
    public record Heat(
            String id,
            String title,
            String arm,
            String baseline,
            String metric,
            String answer,
            double limit,
            Axis columns,
            List<HeatRow> rows) {}

    /** An axis with its values in order. */
    public record Axis(String name, List<String> values) {}

    /**
     * A row of a map.
     *
     * @param parameters the values on the other axes
     * @param cells one for each value of the columns' axis; null: not measured
     */
    public record HeatRow(Map<String, String> parameters, List<@Nullable Patch> cells) {
        /** Returns the cells that were measured. */
        Stream<Patch> known() {
            return cells.stream().filter(Objects::nonNull);
        }
    }

    /**
     * A cell of a map.
     *
     * @param cell its id
     * @param ratio of the arm to the baseline
     * @param arm the value of the arm
     * @param baseline that of the baseline
     * @param rate answers per second
     * @param verdict in lower case, as an enum
     * @param words the verdict in words
     */
    public record Patch(
            String cell,
            Quantity ratio,
            Quantity arm,
            Quantity baseline,
            Quantity rate,
            String verdict,
            String words) {}

    /**
     * Arms by a metric, over the values of an axis.
     *
     * @param summary of the workload, in one line
     * @param metric its key
     * @param columns the axis
     */
    public record AxisTable(String id, String title, String summary, String metric, Axis columns, List<AxisRow> rows) {}

    /**
     * A row of such a table.
     *
     * @param figures one for each value of the axis; null: not measured
     */
    public record AxisRow(String arm, List<@Nullable Quantity> figures) {}

    /**
     * CPU per request, or another time in µs, over an axis.
     *
     * @param axis its name
     */
    public record Sweep(String id, String title, String axis, String measure, List<Line> arms) {}

    /**
     * One arm of a sweep.
     *
     * @param capacity its highest sustainable rate, if the axis is a rate; null: not known
     */
    public record Line(
            String arm, List<Point> points, @Nullable Quantity capacity) {}

    /**
     * One cell of a sweep.
     *
     * @param cell its id
     * @param rate answers per second; null: not known
     * @param cpu the sweep's measure, in µs
     */
    public record Point(String cell, double x, @Nullable Quantity rate, Quantity cpu) {}
}
