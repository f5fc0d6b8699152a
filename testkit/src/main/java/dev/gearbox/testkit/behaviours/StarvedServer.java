package dev.gearbox.testkit.behaviours;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.core.ShiftException;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.JavaCommands;
import dev.gearbox.testkit.fixture.DecliningEngine;
import dev.gearbox.testkit.fixture.Shifts;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An echo server in its own JVM with a limited number of descriptors. The JVM is fresh: nothing was logged and no connection was made before the
 * parent makes the first; its classes are in jars, as in an installed program. It prints its port, then answers each line of its standard input with
 * one line of output, and exits at the end of the input, at the latest when the parent exits.
 */
final class StarvedServer {
    private static final String ANSWER = "ANSWER ";
    private static final Path ANY_FILE = Path.of("/dev/null");

    private final Map<String, Engine> engines;
    private final Engine engine;
    private final Deque<InputStream> taken = new ArrayDeque<>();
    private final BlockingQueue<Connection> opened = new LinkedBlockingQueue<>();
    /** Runs first in the next callback. */
    private final AtomicReference<@Nullable Runnable> errand = new AtomicReference<>();

    private CompletableFuture<Void> asked = new CompletableFuture<>();

    private StarvedServer(Map<String, Engine> engines) {
        this.engines = engines;
        engine = engines.values().iterator().next();
    }

    /** The child's own counters. */
    record AcceptFigures(long accepted, long acceptFailures) {}

    /** The first engine serves; connections may be shifted to the others, some of which may be absent. */
    public static void main(String[] args) throws Exception {
        Map<String, Engine> engines = new LinkedHashMap<>();
        try (Scanner commands = new Scanner(System.in, StandardCharsets.UTF_8)) {
            for (String spec : args) {
                engines.put(spec, Engines.start(spec));
            }
            new StarvedServer(engines).serve(commands);
        } finally {
            engines.values().forEach(Engine::close);
        }
    }

    private void serve(Scanner commands) throws Exception {
        say(listen(InetAddress.getLoopbackAddress()));
        while (commands.hasNextLine()) {
            String[] words = commands.nextLine().split(" ", -1);
            say(
                    switch (words[0]) {
                        case "figures" ->
                            engine.stats().accepted() + " " + engine.stats().acceptFailures();
                        case "listen-everywhere" -> listen(new InetSocketAddress(0).getAddress());
                        case "leave" -> leave(Integer.parseInt(words[1]));
                        case "release" -> release();
                        case "connect" -> outcome(connect(Integer.parseInt(words[1])));
                        case "shift" -> shift(requireNonNull(engines.get(words[1])));
                        case "decline" -> shift(declining(words[1]));
                        case "decline-in-callback" -> shiftInCallback(declining(words[1]));
                        case "outcome" -> outcome(asked);
                        default -> throw new IllegalArgumentException(words[0]);
                    });
        }
    }

    /** Returns the port. */
    private String listen(InetAddress host) throws IOException {
        InetSocketAddress address = (InetSocketAddress) engine.listen(
                        new InetSocketAddress(host, 0),
                        connection -> {
                            opened.add(connection);
                            return in -> {
                                Runnable first = errand.getAndSet(null);
                                if (first != null) {
                                    first.run();
                                }
                                connection.write(in);
                            };
                        },
                        Options.DEFAULT)
                .address();
        return Integer.toString(address.getPort());
    }

    private static void say(String answer) {
        System.out.println(ANSWER + answer);
    }

    /** Opens all descriptors but so many, or closes some of them again. */
    private String leave(int free) throws IOException {
        try {
            while (true) {
                taken.add(Files.newInputStream(ANY_FILE));
            }
        } catch (IOException none) {
            for (int index = 0; index < free; index++) {
                taken.remove().close();
            }
            return Integer.toString(taken.size());
        }
    }

    private String release() throws IOException {
        int count = taken.size();
        while (!taken.isEmpty()) {
            taken.remove().close();
        }
        return Integer.toString(count);
    }

    private CompletionStage<Connection> connect(int port) {
        return engine.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                connection -> received -> connection.close(),
                Options.DEFAULT);
    }

    /** An engine that moves connections by itself may be about to. */
    private String shift(Engine target) throws Exception {
        CompletionStage<Void> asked;
        do {
            asked = opened.element().shiftTo(target);
        } while (Shifts.failure(asked) == ShiftException.Reason.UNDER_WAY);
        return outcome(asked);
    }

    /** Requests the shift in the next callback: at that time no thread is in a call on the socket. */
    private String shiftInCallback(Engine target) {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        asked = answer;
        Connection connection = opened.element();
        errand.set(() -> shiftInCallback(connection, target, answer));
        return "armed";
    }

    private static void shiftInCallback(Connection connection, Engine target, CompletableFuture<Void> answer) {
        connection.shiftTo(target).whenComplete((moved, failure) -> {
            if (failure == null) {
                answer.complete(null);
            } else {
                answer.completeExceptionally(failure);
            }
        });
    }

    private Engine declining(String manner) {
        return new DecliningEngine(DecliningEngine.Manner.valueOf(manner), this::leaveNone);
    }

    private void leaveNone() {
        try {
            leave(0);
        } catch (IOException impossible) {
            throw new UncheckedIOException("cannot take all descriptors", impossible);
        }
    }

    /** Returns the result: "done", or the failure's type and message. */
    private static String outcome(CompletionStage<?> asked) throws InterruptedException {
        try {
            Conditions.await("an answer", asked);
            return "done";
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            return (cause instanceof IOException ? "IOException" : "failed") + " " + cause;
        }
    }

    static Handle start(int descriptors, List<String> specs) throws IOException {
        Path jars = Files.createTempDirectory("gearbox-starved");
        List<String> java = JavaCommands.packed(jars, StarvedServer.class.getName(), specs);
        String quoted = java.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .reduce("", (left, right) -> left + " " + right);
        return new Handle(
                new ProcessBuilder("sh", "-c", "ulimit -n " + descriptors + "; exec" + quoted)
                        .redirectErrorStream(true)
                        .start(),
                jars);
    }

    /**
     * The parent's view of it. A thread reads the child's output all the time: otherwise a library that logs each failed accept would fill the pipe,
     * and its loop would block in the logger.
     */
    static final class Handle implements AutoCloseable {
        /** How much of the log is kept: engines that move connections by themselves say a lot. */
        private static final int LOG_LINES = 2_000;

        /** How much of it is shown. */
        private static final int SHOWN_LINES = 50;

        private final Process process;
        private final Path jars;
        private final Writer input;
        private final Thread reader;
        private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();
        private final Deque<String> log = new ConcurrentLinkedDeque<>();
        private final int port;

        Handle(Process process, Path jars) throws IOException {
            this.process = process;
            this.jars = jars;
            input = new BufferedWriter(process.outputWriter(StandardCharsets.UTF_8));
            reader = Thread.ofPlatform().daemon().name("starved-server-output").start(this::read);
            port = Integer.parseInt(answer());
        }

        private void read() {
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line; (line = output.readLine()) != null; ) {
                    if (line.startsWith(ANSWER)) {
                        answers.add(Optional.of(line.substring(ANSWER.length())));
                        continue;
                    }
                    log.add(line);
                    if (log.size() > LOG_LINES) {
                        log.remove();
                    }
                }
            } catch (IOException failure) {
                log.add("its output ended: " + failure);
            } finally {
                answers.add(Optional.empty());
            }
        }

        InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }

        AcceptFigures stats() {
            String[] words = ask("figures").split(" ", -1);
            return new AcceptFigures(Long.parseLong(words[0]), Long.parseLong(words[1]));
        }

        /** Sends a command to the child. */
        String ask(String command) {
            try {
                input.write(command + "\n");
                input.flush();
                return answer();
            } catch (IOException failure) {
                throw new UncheckedIOException("the child has exited. Output: " + said(), failure);
            }
        }

        private String answer() throws IOException {
            try {
                Optional<String> answer = answers.poll(2 * Conditions.LIMIT.toNanos(), TimeUnit.NANOSECONDS);
                Assert.that(answer != null, "the child does not answer. Output: " + said());
                return answer.orElseThrow(() -> new IOException("the child exited. Output: " + said()));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw (IOException)
                        new InterruptedIOException("interrupted while waiting for the child").initCause(interrupted);
            }
        }

        /** Returns what its descriptors refer to, with how many do; ports and inodes left out. */
        Map<String, Integer> descriptors() {
            Map<String, Integer> targets = new TreeMap<>();
            try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/fd"))) {
                for (Path descriptor : all) {
                    targets.merge(target(descriptor), 1, Integer::sum);
                }
            } catch (IOException gone) {
                throw new UncheckedIOException("the child has exited. Output: " + said(), gone);
            }
            return targets;
        }

        private static String target(Path descriptor) {
            try {
                return Files.readSymbolicLink(descriptor).toString().replaceFirst(":\\[\\d+]$", "");
            } catch (IOException closedMeanwhile) {
                return "closed meanwhile";
            }
        }

        /** Returns the number of log lines that contain this text. */
        long logged(String words) {
            return lines(words).size();
        }

        /** Returns the log lines that contain one of these texts. */
        List<String> lines(String... words) {
            return log.stream()
                    .filter(line -> Arrays.stream(words).anyMatch(line::contains))
                    .toList();
        }

        String said() {
            List<String> lines = List.copyOf(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
        }

        @Override
        public void close() throws IOException {
            input.close();
            try {
                if (!process.waitFor(Conditions.LIMIT)) {
                    process.destroyForcibly().waitFor();
                    throw new AssertionError("the child did not exit at the end of its input. Output: " + said());
                }
                reader.join();
            } catch (InterruptedException hurry) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
            JavaCommands.delete(jars);
            Assert.equal(0, process.exitValue(), "exit code of the child with the output: " + said());
        }
    }
}
