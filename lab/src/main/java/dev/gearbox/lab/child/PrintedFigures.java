package dev.gearbox.lab.child;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.claim.Claim.Measure.Kind;
import dev.gearbox.evidence.claim.FigureSource;
import dev.gearbox.lab.workload.JvmLaunch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Figures of claims that need no load: a program of the study measures them in a JVM of its own and prints each on a line,
 * {@code FIGURE kind arm value}, with the value above zero and in the unit of its kind. A fork is a fresh JVM.
 */
public final class PrintedFigures {
    private static final Pattern LINE = Pattern.compile("FIGURE ([a-z0-9-]+) (\\S+) (\\d+(?:\\.\\d+)?)");

    private PrintedFigures() {}

    /**
     * Runs the program once for each fork; blocks until the last one has ended.
     *
     * @param program which prints the figures
     * @param forks the number of consecutive JVMs; an interval needs two
     * @param arguments of the program
     * @return the geometric mean with a 95 % interval, by kind and arm
     * @throws EvidenceException if a child fails
     * @throws InterruptedException if the caller is interrupted; the child process has ended
     */
    public static Map<Kind, Map<String, Figure>> measure(JvmLaunch program, int forks, String... arguments)
            throws InterruptedException {
        List<List<String>> output = new ArrayList<>();
        for (int fork = 0; fork < forks; fork++) {
            output.add(runOnce(program, arguments));
        }
        return figures(output);
    }

    /**
     * Derives the figures from the output of the child processes.
     *
     * @throws EvidenceException if one of them has other output
     */
    static Map<Kind, Map<String, Figure>> figures(List<List<String>> forks) {
        Map<Kind, Map<String, List<Double>>> values = new EnumMap<>(Kind.class);
        for (List<String> fork : forks) {
            for (String line : fork) {
                Matcher matcher = LINE.matcher(line);
                double value = matcher.matches() ? Double.parseDouble(matcher.group(3)) : 0;
                if (!(value > 0)) {
                    throw new EvidenceException("a figure could not be measured: a child printed \"" + line + "\"");
                }
                values.computeIfAbsent(kind(matcher.group(1)), _ -> new TreeMap<>())
                        .computeIfAbsent(matcher.group(2), _ -> new ArrayList<>())
                        .add(value);
            }
        }
        Map<Kind, Map<String, Figure>> figures = new EnumMap<>(Kind.class);
        values.forEach((kind, arms) -> {
            Map<String, Figure> ofKind = new TreeMap<>();
            arms.forEach((arm, each) -> ofKind.put(
                    arm,
                    Figure.geometric(
                            FigureSource.APART,
                            each.stream().mapToDouble(Double::doubleValue).toArray())));
            figures.put(kind, Collections.unmodifiableMap(ofKind));
        });
        return Collections.unmodifiableMap(figures);
    }

    private static Kind kind(String key) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new EvidenceException("a figure could not be measured: no kind \"" + key + "\""));
    }

    private static List<String> runOnce(JvmLaunch program, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx64m"));
        command.addAll(program.options());
        command.addAll(List.of(arguments));
        try {
            Process child =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try (BufferedReader output =
                    new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
                List<String> lines = output.lines().toList();
                int exit = child.waitFor();
                if (exit != 0) {
                    throw new EvidenceException(
                            program.mainClass() + " failed, exit code " + exit + ": " + String.join(" ", lines));
                }
                // The JVM may print warnings.
                return lines.stream().filter(line -> line.startsWith("FIGURE ")).toList();
            } finally {
                child.destroyForcibly();
            }
        } catch (IOException cannot) {
            throw new EvidenceException("cannot start " + program.mainClass() + ": " + cannot.getMessage(), cannot);
        }
    }
}
