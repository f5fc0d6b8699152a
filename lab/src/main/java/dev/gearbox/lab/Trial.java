package dev.gearbox.lab;

import dev.gearbox.load.BadPlanException;
import dev.gearbox.load.LoadPlan;
import dev.gearbox.load.LoadReport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
        default void ready(SubjectProcess subject) throws IOException, InterruptedException, ChildException {}

        /** The measured window begins; nothing has been read yet. */
        default void opened(SubjectProcess subject) throws IOException, InterruptedException, ChildException {}

        /** The measured window is over and everything has been read. */
        default void closed(SubjectProcess subject) throws IOException, InterruptedException, ChildException {}

        /** The trial is over, well or not: whatever is still held is let go of. */
        default void over() throws IOException {}
    }

    /** Descriptors that a JVM needs besides its connections. */
    private static final int DESCRIPTORS_BESIDES = 200;

    private static final Duration LOOK = Duration.ofMillis(200);
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
        } catch (ChildException failed) {
            failure = new Failure(failed.reason(), failed.log());
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
                SubjectProcess.command(subject, cell, setup),
                environment,
                stamp,
                plan,
                report,
                before,
                after,
                failure,
                notes);
    }

    private void check() throws ChildException {
        var lacking = subject.lacks(cell.requires());
        if (!lacking.isEmpty()) {
            throw new ChildException(
                    "left out: " + subject.label() + " does not offer " + String.join(", ", lacking), null);
        }
        long needed = (long) cell.connections() + DESCRIPTORS_BESIDES;
        if (environment.descriptorLimit() > 0 && needed > environment.descriptorLimit()) {
            throw new ChildException(
                    "needs " + needed + " open descriptors and the limit is " + environment.descriptorLimit()
                            + " (ulimit -n)",
                    null);
        }
    }

    private void withSubject() throws ChildException, IOException, InterruptedException {
        enter(Progress.Phase.STARTING);
        try (SubjectProcess server = SubjectProcess.start(subject, cell, setup, watch())) {
            server.awaitReady(setup.patience());
            stamp = server.stamp();
            tellsUsage = usage(server.stats()) != null;
            if (server.tree().isPresent()) {
                notes.add(SubjectProcess.FOREIGN);
            } else if (!tellsUsage) {
                notes.add("the subject does not report its own usage: context switches are those of threads that lived"
                        + " at both ends of the window");
            }
            companion.ready(server);
            withGenerator(server);
            if (!server.stop()) {
                notes.add("the subject did not end when its input ended, and was killed");
            }
        }
    }

    private ChildProcess.Watch watch() {
        return new ChildProcess.Watch() {
            @Override
            public void look() {
                listener.at(phase);
            }

            @Override
            public String when() {
                return switch (phase) {
                    case STARTING -> " before it was ready";
                    case CONNECTING -> " while the users connected";
                    case WARMING -> " while it was warming up";
                    case MEASURING -> " in the measured window";
                    case STOPPING -> " before its users had reported";
                };
            }
        };
    }

    private void withGenerator(SubjectProcess server) throws ChildException, IOException, InterruptedException {
        LoadPlan told = cell.plan("127.0.0.1", server.port(), setup.seed());
        plan = told;
        enter(Progress.Phase.CONNECTING);
        try (ChildProcess generator = GeneratorProcess.child(setup)) {
            generator.tell(told.toJson());
            Duration connecting = setup.patience().plus(cell.timeout());
            await(generator, server, "warming", connecting);
            enter(Progress.Phase.WARMING);
            await(generator, server, "measuring", cell.warmUp().plus(connecting));
            companion.opened(server);
            before = read(server, generator, false);
            enter(Progress.Phase.MEASURING);
            await(generator, server, "measured", cell.measure().plus(setup.patience()));
            after = read(server, generator, true);
            companion.closed(server);
            enter(Progress.Phase.STOPPING);
            JsonNode event = await(generator, server, "report", cell.timeout().plus(setup.patience()));
            LoadReport seen = report(event, generator);
            report = seen;
            if (!generator.stop(setup.patience().compareTo(STOP) < 0 ? setup.patience() : STOP)) {
                notes.add("the generator did not end by itself, and was killed");
            }
            judge(seen, server);
        }
    }

    private void judge(LoadReport seen, SubjectProcess server) throws ChildException {
        if (!seen.valid()) {
            notes.add("the generator was not fit to measure this: " + String.join("; ", seen.reasons()));
        }
        if (seen.answered() == 0) {
            Map<String, String> kinds = new TreeMap<>();
            seen.errors()
                    .forEach((kind, errors) -> kinds.put(
                            kind.key(),
                            (errors.inWindow() + errors.before()) + " " + kind.key() + " (" + errors.first() + ")"));
            throw server.failure("no request was answered in the measured window"
                    + (kinds.isEmpty() ? "" : ": " + String.join(", ", kinds.values())));
        }
    }

    /** Waits for an event of the generator, and looks after the subject meanwhile. */
    private JsonNode await(ChildProcess generator, SubjectProcess server, String wanted, Duration patience)
            throws ChildException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            ChildProcess.Message message = generator.next(LOOK);
            listener.at(phase);
            switch (message) {
                case ChildProcess.Message.Line(String text) -> {
                    JsonNode event = parse(text, generator);
                    if (event.path("event").asString("").equals(wanted)) {
                        return event;
                    }
                }
                case ChildProcess.Message.Ended(int code) ->
                    throw new ChildException(
                            (code == 2 ? "the generator refused the plan" : "the generator ended unasked, ")
                                    + (code == 2 ? "" : ChildProcess.describe(code))
                                    + lastOf(generator),
                            generator);
                case null -> {
                    if (System.nanoTime() - deadline > 0) {
                        throw new ChildException(
                                "the generator said nothing of \"" + wanted + "\" within " + seconds(patience),
                                generator);
                    }
                }
            }
            server.check();
        }
    }

    private Reading read(SubjectProcess server, ChildProcess generator, boolean last)
            throws ChildException, InterruptedException {
        try {
            MachineReading machine = Own.of(generator.pid(), List.of(server)).machine(probe);
            ProcessReading process = server.read(probe, !tellsUsage, false);
            JsonNode stats = server.stats();
            if (server.tells() && stats == null) {
                notes.add("the subject did not answer at the " + (last ? "end" : "beginning") + " of the window");
            }
            if (last) {
                process = process.withResident(server.read(probe, false, true).residentBytes());
            }
            return new Reading(process, machine, server.tree().isPresent() ? Usage.of(process) : usage(stats), stats);
        } catch (IOException gone) {
            server.check();
            throw server.failure(server.label() + " could not be read: " + gone.getMessage());
        }
    }

    private static JsonNode parse(String text, ChildProcess from) throws ChildException {
        try {
            return JSON.readTree(text);
        } catch (JacksonException broken) {
            throw new ChildException("the generator said what is no JSON: " + text, from);
        }
    }

    private static LoadReport report(JsonNode event, ChildProcess generator) throws ChildException {
        try {
            return LoadReport.fromTree(event.path("report"));
        } catch (BadPlanException broken) {
            throw new ChildException("the generator's report cannot be read: " + broken.getMessage(), generator);
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

    private static String lastOf(ChildProcess child) {
        List<String> log = child.logTail();
        return log.isEmpty() ? "" : ": " + log.getLast();
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
