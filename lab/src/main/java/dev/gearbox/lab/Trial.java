package dev.gearbox.lab;

import dev.gearbox.load.BadPlanException;
import dev.gearbox.load.LoadPlan;
import dev.gearbox.load.LoadReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One subject under one cell, once: two children, one window.
 * <pre>
 *   subject    start ─ READY ──────────────────── stats ──────────── stats ─ end of input
 *   generator              start ─ connecting ─ measuring ═══════ measured ─ report
 *   probe                                         read                read
 * </pre>
 * Whatever a child does wrong becomes the failure of this trial and of no other; whatever happens, both children are
 * gone when {@link #run} returns or throws.
 */
final class Trial {
    /** Hears what this trial is doing. */
    interface Listener {
        void at(Progress.Phase phase);
    }

    /**
     * Does something of its own at the subject's side of a trial. Called on the thread that runs it, which waits; what it
     * throws is the failure of the trial.
     */
    interface Companion {
        /** Nothing of its own. */
        Companion NONE = new Companion() {};

        /** It accepts connections, and there are none yet. */
        default void ready(Asked subject) throws IOException, InterruptedException, FailedException {}

        /** The measured window begins; nothing has been read yet. */
        default void opened(Asked subject) throws IOException, InterruptedException, FailedException {}

        /** The measured window is over and everything has been read. */
        default void closed(Asked subject) throws IOException, InterruptedException, FailedException {}

        /** The trial is over, well or not: whatever is still held is let go of. */
        default void over() throws IOException {}
    }

    /** A subject that can be asked. */
    interface Asked {
        long pid();

        /**
         * Asks what {@link SubjectConsole} knows beyond {@code stats}.
         *
         * @return null when it does not answer in time
         */
        @Nullable
        JsonNode ask(String question, Duration patience) throws InterruptedException, FailedException;
    }

    /** Descriptors that a JVM needs besides its connections. */
    private static final int DESCRIPTORS_BESIDES = 200;

    private static final List<String> ANSWERS = List.of("READY ", "STATS ", "GC ", "RECORD ", "RECORDED ");

    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration STOP = Duration.ofSeconds(5);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Cell cell;
    private final Subject subject;
    private final Setup setup;
    private final Environment environment;
    private final Probe probe;
    private final Listener listener;
    private final Companion companion;
    private final List<String> notes = new ArrayList<>();

    private Progress.Phase phase = Progress.Phase.STARTING;
    private int asked;
    private int answered;
    private boolean tells;
    private boolean tellsUsage;
    private @Nullable JsonNode stamp;
    private @Nullable LoadPlan plan;
    private @Nullable LoadReport report;
    private @Nullable Reading before;
    private @Nullable Reading after;

    Trial(Cell cell, Subject subject, Setup setup, Environment environment, Probe probe, Listener listener) {
        this(cell, subject, setup, environment, probe, listener, Companion.NONE);
    }

    Trial(
            Cell cell,
            Subject subject,
            Setup setup,
            Environment environment,
            Probe probe,
            Listener listener,
            Companion companion) {
        this.cell = cell;
        this.subject = subject;
        this.setup = setup;
        this.environment = environment;
        this.probe = probe;
        this.listener = listener;
        this.companion = companion;
    }

    /** A child did not do what it should; the message says which and what. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient @Nullable ChildProcess blamed;

        FailedException(String cause, @Nullable ChildProcess blamed) {
            super(cause);
            this.blamed = blamed;
        }

        /** What it printed, to the end: asked for when it has been killed. */
        List<String> log() throws InterruptedException {
            return blamed == null ? List.of() : blamed.wholeLogTail();
        }
    }

    /** Runs it, once. Interrupted, it kills the children and leaves. */
    TrialResult run() throws InterruptedException {
        Instant started = Instant.now();
        Failure failure = null;
        try {
            check();
            try {
                withSubject();
            } finally {
                companion.over();
            }
        } catch (FailedException failed) {
            failure = new Failure(String.valueOf(failed.getMessage()), failed.log());
        } catch (IOException cannotStart) {
            failure = new Failure("a child could not be started or read: " + cannotStart.getMessage(), List.of());
        }
        return new TrialResult(
                TrialResult.FORMAT,
                started,
                cell.workload(),
                cell.length(),
                cell.parameters(),
                cell.protocol(),
                cell.server(),
                subject.label(),
                command(),
                environment,
                stamp,
                plan,
                report,
                before,
                after,
                failure,
                notes);
    }

    private void check() throws FailedException {
        var lacking = subject.lacks(cell.requires());
        if (!lacking.isEmpty()) {
            throw new FailedException(
                    "left out: " + subject.label() + " does not offer " + String.join(", ", lacking), null);
        }
        long needed = (long) cell.connections() + DESCRIPTORS_BESIDES;
        if (environment.descriptorLimit() > 0 && needed > environment.descriptorLimit()) {
            throw new FailedException(
                    "needs " + needed + " open descriptors and the limit is " + environment.descriptorLimit()
                            + " (ulimit -n)",
                    null);
        }
    }

    private void withSubject() throws FailedException, IOException, InterruptedException {
        enter(Progress.Phase.STARTING);
        List<String> command = new ArrayList<>(Pinning.prefix(setup.pinning().server()));
        command.add(java());
        command.addAll(setup.server().options());
        command.addAll(subject.jvmOptions());
        command.addAll(subject.launch().options());
        command.addAll(arguments());
        try (ChildProcess server =
                ChildProcess.start("subject", command, line -> ANSWERS.stream().anyMatch(line::startsWith))) {
            int port = awaitReady(server);
            JsonNode first = stats(server);
            tells = first != null;
            tellsUsage = usage(first) != null;
            if (!tellsUsage) {
                notes.add("the subject does not report its own usage: context switches are those of threads that lived"
                        + " at both ends of the window");
            }
            companion.ready(asked(server));
            withGenerator(server, port);
            if (!server.stop(shorter(STOP))) {
                notes.add("the subject did not end when its input ended, and was killed");
            }
        }
    }

    private int awaitReady(ChildProcess server) throws FailedException, InterruptedException {
        JsonNode ready = line(server, "READY ", setup.patience());
        if (ready == null) {
            throw new FailedException("the subject was not ready within " + seconds(setup.patience()), server);
        }
        stamp = ready;
        int port = ready.path("port").asInt(0);
        if (port < 1 || port > 65_535) {
            throw new FailedException("the subject said READY without a port", server);
        }
        return port;
    }

    private void withGenerator(ChildProcess server, int port)
            throws FailedException, IOException, InterruptedException {
        LoadPlan told = cell.plan("127.0.0.1", port, setup.seed());
        plan = told;
        enter(Progress.Phase.CONNECTING);
        List<String> command = new ArrayList<>(Pinning.prefix(setup.pinning().generator()));
        command.add(java());
        command.addAll(setup.generator().options());
        command.addAll(setup.generatorMain().options());
        try (ChildProcess generator = ChildProcess.start("generator", command, line -> line.startsWith("{\"event\""))) {
            generator.tell(told.toJson());
            Duration connecting = setup.patience().plus(cell.timeout());
            await(generator, server, "warming", connecting);
            enter(Progress.Phase.WARMING);
            await(generator, server, "measuring", cell.warmUp().plus(connecting));
            companion.opened(asked(server));
            before = read(server, generator, false);
            enter(Progress.Phase.MEASURING);
            await(generator, server, "measured", cell.measure().plus(setup.patience()));
            after = read(server, generator, true);
            companion.closed(asked(server));
            enter(Progress.Phase.STOPPING);
            JsonNode event = await(generator, server, "report", cell.timeout().plus(setup.patience()));
            LoadReport seen = report(event, generator);
            report = seen;
            if (!generator.stop(shorter(STOP))) {
                notes.add("the generator did not end by itself, and was killed");
            }
            judge(seen, server);
        }
    }

    private void judge(LoadReport seen, ChildProcess server) throws FailedException {
        if (!seen.valid()) {
            notes.add("the generator was not fit to measure this: " + String.join("; ", seen.reasons()));
        }
        if (seen.answered() == 0) {
            Map<String, String> kinds = new TreeMap<>();
            seen.errors()
                    .forEach((kind, errors) -> kinds.put(
                            kind.key(),
                            (errors.inWindow() + errors.before()) + " " + kind.key() + " (" + errors.first() + ")"));
            throw new FailedException(
                    "no request was answered in the measured window"
                            + (kinds.isEmpty() ? "" : ": " + String.join(", ", kinds.values())),
                    server);
        }
    }

    /** Waits for an event of the generator, and looks after the subject meanwhile. */
    private JsonNode await(ChildProcess generator, ChildProcess server, String wanted, Duration patience)
            throws FailedException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            ChildProcess.Message message = generator.next(SHORT);
            listener.at(phase);
            switch (message) {
                case ChildProcess.Message.Line(String text) -> {
                    JsonNode event = parse(text, generator);
                    if (event.path("event").asString("").equals(wanted)) {
                        return event;
                    }
                }
                case ChildProcess.Message.Ended(int code) ->
                    throw new FailedException(
                            (code == 2 ? "the generator refused the plan" : "the generator ended unasked, ")
                                    + (code == 2 ? "" : ChildProcess.describe(code))
                                    + lastOf(generator),
                            generator);
                case null -> {
                    if (System.nanoTime() - deadline > 0) {
                        throw new FailedException(
                                "the generator said nothing of \"" + wanted + "\" within " + seconds(patience),
                                generator);
                    }
                }
            }
            if (!server.isAlive()) {
                line(server, "nothing ", STOP);
            }
        }
    }

    private Reading read(ChildProcess server, ChildProcess generator, boolean last)
            throws FailedException, InterruptedException {
        try {
            MachineReading machine = probe.machine(server.pid(), generator.pid());
            ProcessReading process = probe.process(server.pid(), !tellsUsage, false);
            JsonNode stats = tells ? stats(server) : null;
            if (tells && stats == null) {
                notes.add("the subject did not answer at the " + (last ? "end" : "beginning") + " of the window");
            }
            if (last) {
                process = process.withResident(
                        probe.process(server.pid(), false, true).residentBytes());
            }
            return new Reading(process, machine, usage(stats), stats);
        } catch (IOException gone) {
            line(server, "nothing ", STOP);
            throw new FailedException("the subject could not be read: " + gone.getMessage(), server);
        }
    }

    /** Asks the subject; null when it does not answer in time, or has answered an earlier question only. */
    private @Nullable JsonNode stats(ChildProcess server) throws FailedException, InterruptedException {
        server.tell("stats");
        asked++;
        JsonNode stats = null;
        while (answered < asked) {
            stats = line(server, "STATS ", shorter(STOP));
            if (stats == null) {
                return null;
            }
            answered++;
        }
        return stats;
    }

    private Asked asked(ChildProcess server) {
        return new Asked() {
            @Override
            public long pid() {
                return server.pid();
            }

            @Override
            public @Nullable JsonNode ask(String question, Duration patience)
                    throws InterruptedException, FailedException {
                server.tell(question);
                return line(server, question.split(" ", 2)[0].toUpperCase(Locale.ROOT) + " ", patience);
            }
        };
    }

    /** The JSON behind the next line of the subject that begins so; null when the time is up; fails when it is gone. */
    private @Nullable JsonNode line(ChildProcess server, String prefix, Duration patience)
            throws FailedException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            ChildProcess.Message message = server.next(SHORT);
            listener.at(phase);
            switch (message) {
                case ChildProcess.Message.Line(String text) -> {
                    if (text.startsWith(prefix)) {
                        return parse(text.substring(prefix.length()), server);
                    }
                }
                case ChildProcess.Message.Ended(int code) ->
                    throw new FailedException(
                            "the subject ended " + when() + ", " + ChildProcess.describe(code), server);
                case null -> {
                    if (System.nanoTime() - deadline > 0) {
                        return null;
                    }
                }
            }
        }
    }

    private JsonNode parse(String text, ChildProcess from) throws FailedException {
        try {
            return JSON.readTree(text);
        } catch (JacksonException broken) {
            throw new FailedException("a child said what is no JSON: " + text, from);
        }
    }

    private static LoadReport report(JsonNode event, ChildProcess generator) throws FailedException {
        try {
            return LoadReport.fromTree(event.path("report"));
        } catch (BadPlanException broken) {
            throw new FailedException("the generator's report cannot be read: " + broken.getMessage(), generator);
        }
    }

    private static @Nullable Usage usage(@Nullable JsonNode stats) {
        JsonNode usage = stats == null ? null : stats.get("usage");
        return usage == null ? null : JSON.treeToValue(usage, Usage.class);
    }

    private void enter(Progress.Phase next) {
        phase = next;
        listener.at(next);
    }

    private String when() {
        return switch (phase) {
            case STARTING -> "before it was ready";
            case CONNECTING -> "while the users connected";
            case WARMING -> "while it was warming up";
            case MEASURING -> "in the measured window";
            case STOPPING -> "before its users had reported";
        };
    }

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>(subject.args());
        arguments.addAll(List.of("--protocol", cell.protocol()));
        cell.server().forEach((option, value) -> arguments.addAll(List.of("--" + option, value)));
        arguments.addAll(List.of("--port", "0"));
        return arguments;
    }

    /** How the subject was started, without what belongs to this machine only. */
    private List<String> command() {
        List<String> command = new ArrayList<>(setup.server().options());
        command.addAll(subject.jvmOptions());
        command.add(subject.launch().mainClass());
        command.addAll(arguments());
        return command;
    }

    private Duration shorter(Duration other) {
        return setup.patience().compareTo(other) < 0 ? setup.patience() : other;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String lastOf(ChildProcess child) {
        List<String> log = child.logTail();
        return log.isEmpty() ? "" : ": " + log.getLast();
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
