package dev.gearbox.lab.child;

import dev.gearbox.lab.probe.Probe;
import dev.gearbox.lab.probe.ProcessReading;
import dev.gearbox.lab.probe.ProcessTree;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A subject's JVM: reports when it is ready, is then moved to the server's processors, and answers requests for its counters and the other commands of
 * {@link SubjectConsole}. Starting does not wait, so that all arms of a fork can start at once.
 */
public final class SubjectProcess implements AutoCloseable {
    /** The time limit for sending counters and for exiting, unless the setup's patience is longer. */
    private static final Duration SOON = Duration.ofSeconds(5);

    /** The note for figures read from outside. */
    public static final String FOREIGN =
            "an external program, read from outside: context switches of threads that started and ended"
                    + " between two readings are not seen";

    /** The number of its last output lines quoted if it does not get ready. */
    private static final int QUOTED = 3;

    private static final List<String> ANSWERS = List.of("READY ", "STATS ", "GC ", "RECORD ", "RECORDED ", "JOB ");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final String label;
    private final ChildProcess process;
    /** The processors to which it is moved when it is ready. */
    private final List<Integer> processors;

    private final Duration soon;
    private @Nullable JsonNode stamp;
    private @Nullable ProcessTree tree;
    private int port;
    private int asked;
    private int answered;
    private boolean tells = true;

    private SubjectProcess(String label, ChildProcess process, List<Integer> processors, Duration patience) {
        this.label = label;
        this.process = process;
        this.processors = processors;
        this.soon = patience.compareTo(SOON) < 0 ? patience : SOON;
    }

    /** Starts its JVM; call {@link #awaitReady} next. */
    public static SubjectProcess start(Subject subject, Condition condition, ChildSetup setup) throws IOException {
        return start(subject, arguments(subject, condition), setup);
    }

    /** The same without the arguments of a cell, for an instrument, which is not a subject. */
    public static SubjectProcess startBare(Subject subject, ChildSetup setup) throws IOException {
        return start(subject, subject.args(), setup);
    }

    /**
     * The same on the processors of the origin, with the JVM settings of a generator.
     *
     * @param prefix of the command line
     */
    static SubjectProcess startInstrument(Subject subject, ChildSetup setup, List<String> prefix) throws IOException {
        return start(subject, subject.args(), prefix, setup.pinning().origin(), setup.origin(), setup.patience());
    }

    private static SubjectProcess start(Subject subject, List<String> arguments, ChildSetup setup) throws IOException {
        return start(subject, arguments, List.of(), setup.pinning().server(), setup.server(), setup.patience());
    }

    private static SubjectProcess start(
            Subject subject,
            List<String> arguments,
            List<String> prefix,
            List<Integer> processors,
            JvmFlags flags,
            Duration patience)
            throws IOException {
        // A JVM gets its number of processors by option, so it may start on all of them; an external program counts
        // those that it finds.
        boolean moved = !(subject.launch() instanceof JvmLaunch.Guarding);
        List<String> command = new ArrayList<>(prefix);
        command.addAll(moved ? List.of() : Pinning.prefix(processors));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags.options());
        command.addAll(subject.jvmOptions());
        command.addAll(subject.launch().options());
        command.addAll(arguments);
        return new SubjectProcess(
                subject.label(),
                ChildProcess.start(
                        subject.label(), command, line -> ANSWERS.stream().anyMatch(line::startsWith)),
                moved ? processors : List.of(),
                patience);
    }

    /** Returns the command that starts a subject, without machine-specific parts. */
    public static List<String> command(Subject subject, Condition condition, ChildSetup setup) {
        List<String> command = new ArrayList<>(setup.server().options());
        command.addAll(subject.jvmOptions());
        command.add(subject.launch().mainClass());
        command.addAll(arguments(subject, condition));
        return command;
    }

    private static List<String> arguments(Subject subject, Condition condition) {
        List<String> arguments = new ArrayList<>(subject.args());
        arguments.addAll(condition.arguments());
        return arguments;
    }

    /** Waits until it accepts connections, moves it to its processors, and finds out whether it provides counters. */
    public void awaitReady(Duration patience) throws ChildException, InterruptedException {
        JsonNode ready = ready(patience);
        if (ready == null) {
            throw new ChildException(label + " was not ready within " + patience.toSeconds() + " s", process);
        }
        move();
        stamp = ready;
        port = ready.path("port").asInt(0);
        if (!ready.path("jobs").asBoolean(false) && (port < 1 || port > 65_535)) {
            throw new ChildException(label + " sent READY without a port", process);
        }
        if (ready.has("root")) {
            tree = new ProcessTree(
                    Path.of("/proc"),
                    ready.path("root").asLong(),
                    Set.of(ready.path("watch").asLong()));
        }
        tells = tree == null && stats() != null;
    }

    private void move() throws ChildException, InterruptedException {
        try {
            Pinning.move(pid(), processors);
        } catch (IOException gone) {
            check();
            throw failure(label + " could not be pinned: " + gone.getMessage());
        }
    }

    private @Nullable JsonNode ready(Duration patience) throws ChildException, InterruptedException {
        try {
            return line("READY ", patience);
        } catch (ChildException ended) {
            List<String> said = process.wholeLogTail();
            if (said.isEmpty()) {
                throw ended;
            }
            throw new ChildException(
                    ended.reason() + ": "
                            + String.join(" | ", said.subList(Math.max(0, said.size() - QUOTED), said.size())),
                    process);
        }
    }

    public String label() {
        return label;
    }

    public int port() {
        return port;
    }

    /** Returns the child that the lab started. */
    public long pid() {
        return process.pid();
    }

    /** Returns the external program that the child has started and guards; empty if the child itself is the subject. */
    public Optional<ProcessTree> tree() {
        return Optional.ofNullable(tree);
    }

    /** Returns the measured processes. */
    public List<Long> pids() throws IOException {
        return tree == null ? List.of(pid()) : tree.pids();
    }

    /** Reads them like {@link Probe#process}. */
    public ProcessReading read(Probe probe, boolean threadSwitches) throws IOException {
        return tree == null ? probe.process(pid(), threadSwitches) : tree.read();
    }

    /** Returns what the subject reports about itself. */
    public JsonNode stamp() {
        if (stamp == null) {
            throw new IllegalStateException(label + " is not ready");
        }
        return stamp;
    }

    /** Returns its counters; null if it has none, or does not answer in time. */
    public @Nullable JsonNode stats() throws ChildException, InterruptedException {
        if (!tells) {
            return null;
        }
        process.tell("stats");
        asked++;
        JsonNode stats = null;
        while (answered < asked) {
            stats = line("STATS ", soon);
            if (stats == null) {
                return null;
            }
            answered++;
        }
        return stats;
    }

    /** Fails if it has exited. */
    public void check() throws ChildException, InterruptedException {
        if (!process.isAlive()) {
            line("nothing ", soon);
            throw new ChildException(label + " ended", process);
        }
    }

    private @Nullable JsonNode line(String prefix, Duration patience) throws ChildException, InterruptedException {
        String line = process.await(prefix, patience, stamp == null ? " before it was ready" : "");
        if (line == null) {
            return null;
        }
        try {
            return JSON.readTree(line.substring(prefix.length()));
        } catch (JacksonException broken) {
            throw new ChildException(label + " sent invalid JSON: " + line.substring(prefix.length()), process);
        }
    }

    /**
     * Sends a command of {@link SubjectConsole} other than {@code stats}.
     *
     * @return null if it does not answer in time, or is an external program
     */
    public @Nullable JsonNode ask(String question, Duration patience) throws ChildException, InterruptedException {
        if (tree != null) {
            return null;
        }
        process.tell(question);
        return line(question.split(" ", 2)[0].toUpperCase(Locale.ROOT) + " ", patience);
    }

    /** Creates an exception for a failure of this subject, with its log. */
    public ChildException failure(String cause) {
        return new ChildException(cause, process);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Closes its input, and kills it if it does not exit.
     *
     * @return false if it had to be killed
     */
    public boolean stop() throws InterruptedException {
        return process.stop(soon);
    }

    /** Kills it; for an external program, the guardian is first asked to end it. */
    @Override
    public void close() {
        if (tree != null && process.isAlive()) {
            process.dismiss(soon);
        }
        process.close();
    }
}
