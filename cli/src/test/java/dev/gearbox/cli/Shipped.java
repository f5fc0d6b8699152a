package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The shipped program: the launcher, and the folder of jars that the build has just assembled. */
public final class Shipped {
    /** The module path of the launcher. */
    static final Path APP = Programs.root().resolve("cli/target/app");

    /** A time limit that holds on a busy machine. */
    private static final long PATIENCE_SECONDS = 300;

    private Shipped() {}

    /** The launcher takes the time of this file as that of the build: a later edit makes it build again, and remove the program meanwhile. */
    private static final Path BUILT = APP.resolve("built");

    /** Makes the launcher start the assembled program without a build, even if a source file changes meanwhile. */
    public static void begin() throws IOException {
        assertThat(APP)
                .as("the assembled program; mvn verify -pl cli -am makes it")
                .isDirectory();
        Files.writeString(BUILT, "");
        Files.setLastModifiedTime(BUILT, FileTime.from(Instant.now().plus(Duration.ofHours(1))));
    }

    /** Restores the time of the build after the tests: files edited since Maven started are newer than the assembled program. */
    public static void end() throws IOException {
        Files.setLastModifiedTime(
                BUILT, FileTime.from(Instant.parse(System.getProperty("gearbox.begun", "2026-01-01T00:00:00Z"))));
    }

    /** The output and the exit code of a command. */
    public record Said(int code, String out, String err) {}

    /** A running command. */
    public static final class Running implements AutoCloseable {
        public final Process process;
        private final Text out;
        private final Text err;

        Running(Process process) {
            this.process = process;
            out = new Text(process.inputReader(StandardCharsets.UTF_8));
            err = new Text(process.errorReader(StandardCharsets.UTF_8));
        }

        /** Waits until the command ends by itself. */
        public Said ended() throws InterruptedException {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                close();
                throw new AssertionError("did not end. It said:\n" + out.text() + "\n" + err.text());
            }
            out.reader.join();
            err.reader.join();
            return new Said(process.exitValue(), out.text(), err.text());
        }

        /** Waits until the condition holds or the command has ended. */
        public void await(String what, Callable<Boolean> so) throws Exception {
            long begun = System.nanoTime();
            while (process.isAlive() && !so.call()) {
                if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                    throw new AssertionError("waited for " + what + ". It said:\n" + out.text() + "\n" + err.text());
                }
                process.waitFor(50, TimeUnit.MILLISECONDS);
            }
        }

        /** Whether it has printed this text on either stream. */
        public boolean said(String words) {
            return said().contains(words);
        }

        /** Its output so far. */
        public String said() {
            return out.text() + err.text();
        }

        /** Terminates it with SIGTERM. */
        public Said end() throws InterruptedException {
            process.toHandle()
                    .destroy(); // not Process.destroy, which closes the streams and loses the remaining output
            return ended();
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /**
     * Starts a command as a shell would, with {@code ./gearbox} and {@code gearbox} in its working folder.
     *
     * @param words what follows {@code gearbox}, quotes, redirections and all
     * @param temporary folder of its temporary files, including its control socket
     */
    public static Running start(Path folder, Path temporary, String words) throws IOException {
        return shell(folder, temporary, "exec ./gearbox " + words);
    }

    /** Starts a shell that runs a script; {@code ./gearbox} is in its working folder. */
    public static Running shell(Path folder, Path temporary, String script) throws IOException {
        Path program = folder.resolve("gearbox");
        if (!Files.exists(program)) {
            Files.writeString(program, "#!/bin/sh\nexec " + Programs.root().resolve("gearbox") + " \"$@\"\n");
            assertThat(program.toFile().setExecutable(true)).isTrue();
        }
        ProcessBuilder builder = new ProcessBuilder(List.of("sh", "-c", script)).directory(folder.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        // Most commands live for a second, of which the optimising compiler takes a third.
        environment.put("GEARBOX_OPTS", "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temporary);
        environment.remove("JAVA_TOOL_OPTIONS");
        environment.put("PATH", folder + File.pathSeparator + environment.getOrDefault("PATH", ""));
        return new Running(builder.start());
    }

    /** Collects a stream as it arrives. */
    private static final class Text {
        private final StringBuilder so = new StringBuilder();
        private final Thread reader;

        Text(BufferedReader in) {
            reader = Thread.ofPlatform()
                    .daemon()
                    .start(
                            () -> { // reading a pipe would pin a carrier thread
                                try (Stream<String> lines = in.lines()) {
                                    lines.forEach(line -> {
                                        synchronized (so) {
                                            so.append(line).append('\n');
                                        }
                                    });
                                } catch (UncheckedIOException ended) {
                                    return; // killed; the output before that counts
                                }
                            });
        }

        String text() {
            synchronized (so) {
                return so.toString();
            }
        }
    }
}
