package dev.gearbox.lab.child;

import dev.gearbox.lab.data.LabException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs an installed tool to its end: a compiler, or a program that prints its version. */
public final class ToolRun {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private ToolRun() {}

    /** Returns the first line that a tool prints; some print their version on standard error. */
    public static String firstLine(String label, String program, List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(words);
        return run(label, Path.of("").toAbsolutePath(), command).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse(program);
    }

    /**
     * Runs the tool.
     *
     * @return its output on both streams
     * @throws LabException if it fails; the message quotes its output
     */
    public static List<String> run(String label, Path folder, List<String> command) throws IOException {
        Path said = Files.createTempFile("gearbox-tool", ".log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            boolean ended = process.waitFor(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
            List<String> lines = new String(Files.readAllBytes(said), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            if (!ended || process.exitValue() != 0) {
                throw new LabException(label + ": " + command.getFirst()
                        + (ended
                                ? " failed, " + ChildProcess.describe(process.exitValue())
                                : " did not end within " + PATIENCE.toMinutes() + " min")
                        + ": " + String.join(" | ", lines.subList(0, Math.min(3, lines.size()))));
            }
            return lines;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new LabException(label + ": interrupted while " + command.getFirst() + " ran", stopped);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join();
            Files.delete(said);
        }
    }
}
