package dev.gearbox.report.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A figure of the literature as text: a line for each point, its figures from left to right, one curve below the other.
 * <pre>
 * one NIO thread
 *    1000 |    *                                              |
 *    4000 |                   to     r                        |
 * </pre>
 */
public final class PublishedCurve {
    private static final int WIDTH = 50;

    private PublishedCurve() {}

    /**
     * A point with up to three figures.
     *
     * @param curve the name of its curve
     * @param at where it is on the axis, as text
     * @param reported the figure of the source
     * @param theirs by the method of the source, here
     * @param ours by the lab's own method
     */
    public record Point(String curve, String at, OptionalDouble reported, OptionalDouble theirs, OptionalDouble ours) {
        private Map<Character, Double> marks() {
            Map<Character, Double> marks = new LinkedHashMap<>();
            reported.ifPresent(value -> marks.put('r', value));
            theirs.ifPresent(value -> marks.put('t', value));
            ours.ifPresent(value -> marks.put('o', value));
            return marks;
        }
    }

    /** Returns the lines: points in their order, under the name of their curve. Two marks at one place are {@code *}. */
    public static List<String> lines(List<Point> points) {
        double most = points.stream()
                .flatMap(point -> point.marks().values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        int width = points.stream().mapToInt(point -> point.at().length()).max().orElse(0);
        Map<String, List<String>> curves = new LinkedHashMap<>();
        for (Point point : points) {
            String line = "  " + " ".repeat(width - point.at().length()) + point.at() + " |" + drawn(point, most) + "|";
            curves.merge(
                    point.curve(),
                    List.of(line),
                    (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        }
        String scale = "  " + " ".repeat(width) + " 0" + " ".repeat(WIDTH - 1)
                + String.format(Locale.ROOT, "%,.0f", most)
                + "   r reported, t their method here, o our method here, * several";
        return Stream.concat(
                        curves.entrySet().stream()
                                .flatMap(curve -> Stream.concat(Stream.of(curve.getKey()), curve.getValue().stream())),
                        Stream.of(scale))
                .toList();
    }

    private static String drawn(Point point, double most) {
        char[] line = " ".repeat(WIDTH).toCharArray();
        point.marks().forEach((mark, value) -> {
            int place = Math.clamp(Math.round(value / most * (WIDTH - 1)), 0, WIDTH - 1);
            line[place] = line[place] == ' ' ? mark : '*';
        });
        return new String(line);
    }
}
