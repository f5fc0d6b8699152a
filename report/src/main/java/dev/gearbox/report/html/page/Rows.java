package dev.gearbox.report.html.page;

import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.document.Phrases;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The texts in the rows of tables. */
final class Rows {
    /** Formats a quantile by its place in a curve, 1/(1-q). */
    private static final Map<Double, String> PLACES = places();

    private Rows() {}

    /** Formats a quantity that may be unknown. */
    static String text(Document.@Nullable Quantity quantity) {
        return quantity == null ? Numbers.UNKNOWN : quantity.text();
    }

    /** Returns the headers of a table over an axis. */
    static List<String> heads(Document.AxisTable table) {
        return Stream.concat(
                        Stream.of("arm"),
                        table.columns().values().stream()
                                .map(value -> table.columns().name() + " " + value))
                .toList();
    }

    /** "0.012": p, adjusted for all comparisons. */
    static String adjusted(Document.RankingRow place) {
        Double adjusted = place.adjusted();
        if (adjusted == null || place.verdict().equals("baseline")) {
            return Numbers.UNKNOWN;
        }
        return adjusted < 0.0001 ? "< 0.0001" : Numbers.plain(adjusted);
    }

    /** Returns when the first unit of a job was completed, each quarter of them, and the last; then the number of units. */
    static List<String> completions(Document.Completions arm) {
        int last = arm.points().size() - 1;
        return Stream.concat(
                        IntStream.rangeClosed(0, 4)
                                .mapToObj(quarter -> Numbers.plain(
                                        arm.points().get(last * quarter / 4).getLast())),
                        Stream.of(String.valueOf(arm.done()), String.valueOf(arm.whole())))
                .toList();
    }

    /** Returns the headers of {@link #quantiles}, after that of the names. */
    static List<String> quantileHeads() {
        List<String> heads = new ArrayList<>(List.of("arm"));
        PLACES.values().forEach(quantile -> heads.add(quantile + ", µs"));
        heads.add("requests");
        return heads;
    }

    /** Returns some quantiles of a curve, and the number of its requests. */
    static List<String> quantiles(Document.Curve curve) {
        Stream<String> quantiles = PLACES.keySet().stream()
                .map(place -> curve.points().stream()
                        .filter(point -> point.getFirst().equals(place))
                        .map(point -> Numbers.plain(point.getLast()))
                        .findFirst()
                        .orElse(Numbers.UNKNOWN));
        return Stream.concat(quantiles, Stream.of(String.valueOf(curve.requests())))
                .toList();
    }

    /** Describes the position of an arm among the others. */
    static String state(Document.Spot spot) {
        return switch (spot.state()) {
            case "front" -> "on the front";
            case "dominated" -> "dominated by " + Phrases.list(spot.by());
            default -> "behind " + Phrases.list(spot.by()) + ", not shown";
        };
    }

    private static Map<Double, String> places() {
        Map<Double, String> places = new LinkedHashMap<>();
        places.put(2.0, "p50");
        places.put(10.0, "p90");
        places.put(100.0, "p99");
        places.put(1000.0, "p99.9");
        places.put(10000.0, "p99.99");
        return places;
    }
}
