package dev.gearbox.studies.filecopy.job;

import dev.gearbox.subject.JobLog;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A loop in C around read(2), which digests every byte: what a read costs without a JVM. Its source, {@code c-loop.c}, is compiled into the folder of the
 * files at the first job. A process reads a batch; neither the compilation nor the start of the process counts.
 * <pre>
 *   paused: compile, start ─ "ready" ─ resumed: names ──▶ process ──▶ lengths and digests, for at most a MiB of files at a time
 * </pre>
 */
final class CLoopRead implements CommandRead {
    static final String NAME = "c-loop";
    static final String COMPILER = "cc";

    private static final Pattern ANSWER = Pattern.compile("(\\d+) (\\d+)");

    /** The bytes, and the number of files, after which it is asked for answers: seldom for small files, after each large one. */
    private static final long BYTES_AT_ONCE = 1 << 20;

    private static final int FILES_AT_ONCE = 256;

    private @Nullable Path program;

    @Override
    public void read(FileOrder order, SourceFiles sources, int first, int end, JobLog log)
            throws IOException, InterruptedException {
        log.pause();
        Process process = new ProcessBuilder(
                        compiled(order.folder()).toString(), Long.toString(CommandRead.buffer(order)))
                .directory(order.folder().toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
            try (BufferedWriter names = process.outputWriter(StandardCharsets.UTF_8)) {
                String ready = answers.readLine();
                if (!"ready".equals(ready)) {
                    throw new IOException("the C loop did not start: " + ready);
                }
                log.resume();
                int atOnce = Math.clamp(BYTES_AT_ONCE / Math.max(1, sources.size()), 1, FILES_AT_ONCE);
                for (int from = first; from < end; from += atOnce) {
                    some(order, sources, from, Math.min(end, from + atOnce), names, answers, log);
                }
            }
            // Only the processor time of a process that has ended counts.
            if (process.waitFor() != 0) {
                throw new IOException("the C loop ended with exit code " + process.exitValue());
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static void some(
            FileOrder order,
            SourceFiles sources,
            int from,
            int to,
            BufferedWriter names,
            BufferedReader answers,
            JobLog log)
            throws IOException {
        long begun = log.now();
        for (int i = from; i < to; i++) {
            names.write(SourceFiles.name(order.source(i)) + "\n");
        }
        names.write('\n');
        names.flush();
        boolean[] right = new boolean[to - from];
        for (int i = from; i < to; i++) {
            String line = Objects.requireNonNullElse(answers.readLine(), "it ended");
            Matcher answer = ANSWER.matcher(line);
            int source = order.source(i);
            if (!answer.matches()) {
                throw new FileSystemException(
                        SourceFiles.file(order.folder(), source).toString(), null, "the C loop says: " + line);
            }
            right[i - from] = Long.parseLong(answer.group(1)) == sources.size()
                    && Long.parseLong(answer.group(2)) == sources.digests().get(source);
        }
        long each = (log.now() - begun) / (to - from);
        for (int i = 0; i < right.length; i++) {
            if (right[i]) {
                log.completed(begun + i * each, begun + (i + 1) * each);
            } else {
                log.failed("differs");
            }
        }
    }

    private Path compiled(Path folder) throws IOException, InterruptedException {
        Path known = program;
        if (known == null || !known.startsWith(folder)) {
            known = compile(folder);
            program = known;
        }
        return known;
    }

    private static Path compile(Path folder) throws IOException, InterruptedException {
        Path made = folder.resolve(NAME + "-" + ProcessHandle.current().pid());
        Path source = Files.createTempFile(folder, NAME, ".c");
        try (InputStream text = Objects.requireNonNull(CLoopRead.class.getResourceAsStream(NAME + ".c"))) {
            Files.write(source, text.readAllBytes());
            Process compiler = new ProcessBuilder(
                            COMPILER, "-O3", "-march=native", "-o", made.toString(), source.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (compiler.waitFor() != 0) {
                throw new IOException("cc did not compile the C loop: "
                        + said.lines().findFirst().orElse("it gave no reason"));
            }
        } finally {
            Files.delete(source);
        }
        return made;
    }
}
