package dev.gearbox.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A subject's JVM, as the lab sees it: started on the server's processors, ready when it says so, asked for its counts.
 * Starting does not wait, so that all arms of a fork can start at once.
 */
final class SubjectProcess implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final String label;
    private final ChildProcess process;
    private @Nullable JsonNode stamp;
    private int port;
    private int asked;
    private int answered;
    private boolean tells = true;

    private SubjectProcess(String label, ChildProcess process) {
        this.label = label;
        this.process = process;
    }

    /** Starts its JVM; {@link #awaitReady} comes next. */
    static SubjectProcess start(Subject subject, Cell cell, Setup setup) throws IOException {
        return start(subject, arguments(subject, cell), setup);
    }

    /** The same without the arguments of a cell, for an instrument that is no subject. */
    static SubjectProcess startBare(Subject subject, Setup setup) throws IOException {
        return start(subject, subject.args(), setup);
    }

    private static SubjectProcess start(Subject subject, List<String> arguments, Setup setup) throws IOException {
        List<String> command = new ArrayList<>(Pinning.prefix(setup.pinning().server()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(setup.server().options());
        command.addAll(subject.jvmOptions());
        command.addAll(subject.launch().options());
        command.addAll(arguments);
        return new SubjectProcess(
                subject.label(),
                ChildProcess.start(
                        subject.label(), command, line -> line.startsWith("READY ") || line.startsWith("STATS ")));
    }

    /** How a subject is started, without what belongs to this machine only. */
    static List<String> command(Subject subject, Cell cell, Setup setup) {
        List<String> command = new ArrayList<>(setup.server().options());
        command.addAll(subject.jvmOptions());
        command.add(subject.launch().mainClass());
        command.addAll(arguments(subject, cell));
        return command;
    }

    private static List<String> arguments(Subject subject, Cell cell) {
        List<String> arguments = new ArrayList<>(subject.args());
        arguments.addAll(List.of("--protocol", cell.protocol()));
        cell.server().forEach((option, value) -> arguments.addAll(List.of("--" + option, value)));
        arguments.addAll(List.of("--port", "0"));
        return arguments;
    }

    /** Waits until it accepts connections, and hears whether it tells its counts. */
    void awaitReady(Duration patience) throws ChildException, InterruptedException {
        JsonNode ready = line("READY ", patience);
        if (ready == null) {
            throw new ChildException(label + " was not ready within " + patience.toSeconds() + " s", process);
        }
        stamp = ready;
        port = ready.path("port").asInt(0);
        if (port < 1 || port > 65_535) {
            throw new ChildException(label + " said READY without a port", process);
        }
        tells = stats() != null;
    }

    String label() {
        return label;
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** What it says really runs. */
    JsonNode stamp() {
        if (stamp == null) {
            throw new IllegalStateException(label + " is not ready");
        }
        return stamp;
    }

    /** Its counts; null when it has none, or does not answer in time. */
    @Nullable
    JsonNode stats() throws ChildException, InterruptedException {
        if (!tells) {
            return null;
        }
        process.tell("stats");
        asked++;
        JsonNode stats = null;
        while (answered < asked) {
            stats = line("STATS ", ANSWER);
            if (stats == null) {
                return null;
            }
            answered++;
        }
        return stats;
    }

    /** Fails if it is gone. */
    void check() throws ChildException, InterruptedException {
        if (!process.isAlive()) {
            line("nothing ", ANSWER);
            throw new ChildException(label + " ended", process);
        }
    }

    private @Nullable JsonNode line(String prefix, Duration patience) throws ChildException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            switch (process.next(LOOK)) {
                case ChildProcess.Message.Line(String text) -> {
                    if (text.startsWith(prefix)) {
                        try {
                            return JSON.readTree(text.substring(prefix.length()));
                        } catch (JacksonException broken) {
                            throw new ChildException(label + " said what is no JSON: " + text, process);
                        }
                    }
                }
                case ChildProcess.Message.Ended(int code) ->
                    throw new ChildException(label + " ended, " + ChildProcess.describe(code), process);
                case null -> {
                    if (System.nanoTime() - deadline > 0) {
                        return null;
                    }
                }
            }
        }
    }

    /** Ends its input, and kills it if that did not help. */
    void stop() throws InterruptedException {
        process.stop(ANSWER);
    }

    @Override
    public void close() {
        process.close();
    }
}
