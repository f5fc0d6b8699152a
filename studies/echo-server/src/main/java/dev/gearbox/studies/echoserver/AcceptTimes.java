package dev.gearbox.studies.echoserver;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.claim.Claim.Measure.Kind;
import dev.gearbox.evidence.claim.FigureSource;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.studies.echoserver.subjects.AcceptTimesMain;
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
 * Measures the time of an accept, separately from any workload, for the claims about it: with the method of the literature, which includes the wait for
 * the client, and correctly ({@link AcceptTimesMain}). A fork is a fresh JVM.
 */
public final class AcceptTimes {
    private static final Pattern LINE = Pattern.compile("ACCEPT (accept-[a-z]+) (threads|selector) (\\d+)");

    private AcceptTimes() {}

    /**
     * Measures; blocks for about four seconds for each fork.
     *
     * @param forks the number of consecutive JVMs; an interval needs two
     * @return the geometric mean in µs with a 95 % interval, by kind and arm ({@code threads}: blocking, {@code selector})
     * @throws EvidenceException if a child fails
     * @throws InterruptedException if the caller is interrupted; the child process has ended
     */
    public static Map<Kind, Map<String, Figure>> measure(int forks) throws InterruptedException {
        List<List<String>> output = new ArrayList<>();
        for (int fork = 0; fork < forks; fork++) {
            output.add(runOnce());
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
                if (!matcher.matches()) {
                    throw new EvidenceException("the timing of accepts failed: a child printed \"" + line + "\"");
                }
                values.computeIfAbsent(kind(matcher.group(1)), _ -> new TreeMap<>())
                        .computeIfAbsent(matcher.group(2), _ -> new ArrayList<>())
                        .add(Math.max(1, Long.parseLong(matcher.group(3))) / 1e3);
            }
        }
        Map<Kind, Map<String, Figure>> figures = new EnumMap<>(Kind.class);
        values.forEach((kind, arms) -> {
            Map<String, Figure> ofKind = new TreeMap<>();
            arms.forEach((arm, micros) -> ofKind.put(
                    arm,
                    Figure.geometric(
                            FigureSource.APART,
                            micros.stream().mapToDouble(Double::doubleValue).toArray())));
            figures.put(kind, Collections.unmodifiableMap(ofKind));
        });
        return Collections.unmodifiableMap(figures);
    }

    private static Kind kind(String key) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new EvidenceException("the timing of accepts failed: no kind \"" + key + "\""));
    }

    private static List<String> runOnce() throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx64m"));
        command.addAll(
                new JvmLaunch.InModule("dev.gearbox.studies.echoserver.subjects", AcceptTimesMain.class.getName())
                        .options());
        try {
            Process child =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try (BufferedReader output =
                    new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
                List<String> lines = output.lines().toList();
                int exit = child.waitFor();
                if (exit != 0) {
                    throw new EvidenceException(
                            "the timing of accepts failed, exit code " + exit + ": " + String.join(" ", lines));
                }
                // The JVM may print warnings.
                return lines.stream().filter(line -> line.startsWith("ACCEPT ")).toList();
            } finally {
                child.destroyForcibly();
            }
        } catch (IOException cannot) {
            throw new EvidenceException("cannot start a JVM to time accepts: " + cannot.getMessage(), cannot);
        }
    }
}
