package dev.gearbox.evidence.history;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.FigureText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Checks whether two experiments were measured under the same conditions, so that differences between their figures come from the program and not from the
 * machine, the load or the method. The version and commit of Gearbox may differ, which is the purpose of comparing; so may arms, baseline, seed and the
 * number of forks.
 */
public final class Comparability {
    private static final Map<String, Function<Experiment, String>> ASPECTS = aspects();

    private Comparability() {}

    /**
     * One difference.
     *
     * @param key the name by which a user can ignore it, such as {@code pinning}
     * @param left of the first
     * @param right of the second
     */
    public record Difference(String key, String left, String right) {
        @Override
        public String toString() {
            return key + " differs (" + shown(left) + "; " + shown(right) + ")";
        }

        private static String shown(String value) {
            return value.isEmpty() ? "none" : value;
        }
    }

    /** Returns the differences, in a fixed order; empty if the two are comparable. */
    public static List<Difference> differences(Experiment left, Experiment right) {
        List<Difference> differences = new ArrayList<>();
        ASPECTS.forEach((key, aspect) -> {
            String ofLeft = aspect.apply(left);
            String ofRight = aspect.apply(right);
            if (!ofLeft.equals(ofRight)) {
                differences.add(new Difference(key, ofLeft, ofRight));
            }
        });
        if (!left.load().equals(right.load())) {
            differences.add(difference("", left.load(), right.load()));
        }
        return differences;
    }

    /**
     * Returns normally if the two are comparable.
     *
     * @param despite keys of differences to ignore
     * @throws EvidenceException if they differ, in one line with the differences and how to ignore them; or if there is no such key
     */
    static void require(Experiment left, Experiment right, Set<String> despite) {
        Set<String> keys = keys();
        for (String key : new TreeSet<>(despite)) {
            if (!keys.contains(key)) {
                throw new EvidenceException(
                        "--despite " + key + ": there is no such difference. Known: " + String.join(", ", keys));
            }
        }
        List<Difference> open = differences(left, right).stream()
                .filter(difference -> !despite.contains(difference.key()))
                .toList();
        if (!open.isEmpty()) {
            throw new EvidenceException("these were not measured under the same conditions: "
                    + open.stream().map(Difference::toString).collect(Collectors.joining(", "))
                    + ". To compare anyway: "
                    + open.stream()
                            .map(difference -> "--despite " + difference.key())
                            .collect(Collectors.joining(" ")));
        }
    }

    /** Returns all keys. */
    static Set<String> keys() {
        Set<String> keys = new TreeSet<>(ASPECTS.keySet());
        keys.add("load");
        return keys;
    }

    private static Map<String, Function<Experiment, String>> aspects() {
        Map<String, Function<Experiment, String>> aspects = new LinkedHashMap<>();
        aspects.put("workload", Experiment::workload);
        aspects.put("parameters", experiment -> pairs(experiment.parameters()));
        aspects.put("protocol", Experiment::protocol);
        aspects.put("server", experiment -> pairs(experiment.server()));
        aspects.put("loop", Experiment::loop);
        aspects.put("windows", experiment -> windows(experiment.design()));
        aspects.put("cores", experiment -> Integer.toString(experiment.machine().cores()));
        aspects.put("cpu", experiment -> experiment.machine().cpu());
        aspects.put("os", experiment -> experiment.machine().os());
        aspects.put("kernel", experiment -> experiment.machine().kernel());
        aspects.put("jdk", experiment -> experiment.machine().jdk());
        aspects.put("congestion-control", experiment -> experiment.machine().congestionControl());
        aspects.put("pinning", experiment -> experiment.machine().pinning());
        aspects.put(
                "server-flags",
                experiment -> String.join(" ", experiment.machine().serverFlags()));
        aspects.put(
                "generator-flags",
                experiment -> String.join(" ", experiment.machine().generatorFlags()));
        return aspects;
    }

    private static String pairs(Map<String, String> map) {
        return map.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String windows(Design design) {
        return FigureText.number(design.leadSeconds()) + " + " + FigureText.number(design.windowSeconds()) + " s";
    }

    /** Returns the first position at which the two loads differ; a whole load is too long for one line. */
    private static Difference difference(String path, JsonNode left, JsonNode right) {
        if (left.isObject() && right.isObject()) {
            Set<String> keys = new TreeSet<>(left.propertyNames());
            keys.addAll(right.propertyNames());
            for (String key : keys) {
                if (!left.path(key).equals(right.path(key))) {
                    return difference(path.isEmpty() ? key : path + "." + key, left.path(key), right.path(key));
                }
            }
        }
        return new Difference("load", place(path, left), place(path, right));
    }

    private static String place(String path, JsonNode value) {
        String text = value.isMissingNode() ? "nothing" : value.toString();
        return path + " " + (text.length() > 60 ? text.substring(0, 57) + "..." : text);
    }
}
