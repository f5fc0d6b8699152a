package dev.gearbox.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A third-party load generator, if it is installed: a second opinion that shares no code with ours. Checks never install one. */
public record LoadTool(Path program) {
    /** Returns the first program on the PATH with this name. */
    public static Optional<LoadTool> named(String name) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, name);
            if (Files.isExecutable(candidate)) {
                return Optional.of(new LoadTool(candidate));
            }
        }
        return Optional.empty();
    }

    /**
     * Runs it on the generator's processors.
     *
     * @return its output
     * @throws IOException if it failed or exceeded its time limit
     */
    public String run(Context context, Duration atMost, List<String> arguments)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(context.scratch(), "tool", ".txt");
        List<String> command = new ArrayList<>(pinned(context.setup().pinning().generator()));
        command.add(program.toString());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(program + " did not end within " + atMost.toSeconds() + " s");
            }
            String said = Files.readString(output, StandardCharsets.UTF_8);
            if (process.exitValue() != 0) {
                throw new IOException(program + " ended with exit code " + process.exitValue() + ": "
                        + said.lines().findFirst().orElse("no output"));
            }
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the command prefix that restricts a command to these processors. */
    public static List<String> pinned(List<Integer> cpus) {
        return cpus.isEmpty()
                ? List.of()
                : List.of(
                        "taskset",
                        "-c",
                        String.join(",", cpus.stream().map(String::valueOf).toList()));
    }
}
