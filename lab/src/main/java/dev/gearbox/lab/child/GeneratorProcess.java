package dev.gearbox.lab.child;

import dev.gearbox.lab.workload.Cell;
import dev.gearbox.load.chain.GeneratorKind;
import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.process.Command;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The generator's JVM for a whole fork: it keeps connections to every arm and loads one at a time. The protocol is lines of JSON in both directions (see
 * {@code GeneratorMain}).
 */
public final class GeneratorProcess implements Instrument {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ChildProcess process;
    private final Duration patience;

    private GeneratorProcess(ChildProcess process, Duration patience) {
        this.process = process;
        this.patience = patience;
    }

    public static GeneratorProcess start(ChildSetup setup) throws IOException {
        return start(setup, shared(setup) ? Optional.of(GeneratorCore.SHARED) : Optional.empty());
    }

    /** The same for a cell, whose servers may call services that {@linkplain InstrumentProcess#yields yield} the generator's processor to it. */
    public static GeneratorProcess start(Cell cell, ChildSetup setup) throws IOException {
        return cell.instrument().isPresent() && InstrumentProcess.yields(setup)
                ? start(setup, Optional.of(GeneratorCore.PREFERRED))
                : start(setup);
    }

    /** It only sees that it is pinned to one core, not that a server is, too. */
    private static boolean shared(ChildSetup setup) {
        return !setup.pinning().server().isEmpty() && setup.pinning().contended();
    }

    private static GeneratorProcess start(ChildSetup setup, Optional<GeneratorCore> core) throws IOException {
        List<String> command = new ArrayList<>(Pinning.prefix(setup.pinning().generator()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(setup.generator().options());
        core.ifPresent(known -> command.add("-D" + GeneratorCore.PROPERTY + "=" + known));
        String kind = System.getProperty(GeneratorKind.PROPERTY);
        if (kind != null) {
            command.add("-D" + GeneratorKind.PROPERTY + "=" + kind);
        }
        command.addAll(setup.generatorMain().options());
        return new GeneratorProcess(
                ChildProcess.start("generator", command, line -> line.startsWith("{\"event\"")), setup.patience());
    }

    /** Receives the opening and closing of a slice's window, on the calling thread. */
    public interface Window {
        /** A listener that does nothing. */
        Window IGNORED = new Window() {
            @Override
            public void opened() {}

            @Override
            public void closed() {}
        };

        void opened() throws ChildException, InterruptedException;

        void closed() throws ChildException, InterruptedException;

        /** Combines this listener, which is notified first of the opening and last of the closing, with another one. */
        default Window around(Window inner) {
            Window outer = this;
            return new Window() {
                @Override
                public void opened() throws ChildException, InterruptedException {
                    outer.opened();
                    inner.opened();
                }

                @Override
                public void closed() throws ChildException, InterruptedException {
                    inner.closed();
                    outer.closed();
                }
            };
        }
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Opens the persistent connections of an arm. */
    public void connect(String arm, LoadPlan plan) throws ChildException, InterruptedException {
        connect(arm, plan, 0);
    }

    /** Opens the connections of an arm that is loaded together with this many users of other processes. */
    public void connect(String arm, LoadPlan plan, int beside) throws ChildException, InterruptedException {
        process.tell(new Command.Connect(arm, plan, beside).toJson());
        await("connected", patience.plus(plan.timeout()).plus(Duration.ofSeconds(30)));
    }

    /**
     * Runs a whole plan on its open connections.
     *
     * @param at when its warm-up begins
     * @param told receives each phase and each second, on the calling thread
     */
    public LoadReport run(String arm, LoadPlan plan, Instant at, Consumer<JsonNode> told)
            throws ChildException, InterruptedException {
        process.tell(new Command.Run(arm, whole(plan), Optional.of(at), true).toJson());
        return report(await("report", enough(plan), told));
    }

    /** Runs a plan immediately; {@code window} is notified when the window opens and closes. */
    public LoadReport run(String arm, LoadPlan plan, Window window) throws ChildException, InterruptedException {
        process.tell(new Command.Run(arm, whole(plan)).toJson());
        return report(enough(plan), window);
    }

    private static SlicePlan whole(LoadPlan plan) {
        return new SlicePlan(plan.seed(), plan.warmUp(), plan.measure(), OptionalDouble.empty());
    }

    private Duration enough(LoadPlan plan) {
        return plan.warmUp().plus(plan.measure()).plus(patience).plus(plan.timeout());
    }

    /** Closes the connections of an arm. */
    public void drop(String arm) throws ChildException, InterruptedException {
        process.tell(new Command.Drop(arm).toJson());
        await("dropped", patience);
    }

    /** Loads an arm for a slice. */
    public LoadReport slice(
            String arm,
            long seed,
            double leadSeconds,
            double windowSeconds,
            OptionalDouble perSecond,
            Duration timeout,
            Window window)
            throws ChildException, InterruptedException {
        SlicePlan slice = new SlicePlan(seed, seconds(leadSeconds), seconds(windowSeconds), perSecond);
        process.tell(new Command.Run(arm, slice).toJson());
        return report(seconds(leadSeconds + windowSeconds).plus(patience).plus(timeout), window);
    }

    private LoadReport report(Duration enough, Window window) throws ChildException, InterruptedException {
        await("measuring", enough);
        window.opened();
        await("measured", enough);
        window.closed();
        return report(await("report", enough));
    }

    private LoadReport report(JsonNode event) throws ChildException {
        try {
            return LoadReport.fromTree(event.path("report"));
        } catch (BadPlanException broken) {
            throw new ChildException("the generator's report cannot be read: " + broken.getMessage(), process);
        }
    }

    /** Loads a server once, on separate connections. */
    public LoadReport once(String name, LoadPlan plan, double leadSeconds, double windowSeconds)
            throws ChildException, InterruptedException {
        connect(name, plan);
        LoadReport report = slice(
                name, plan.seed(), leadSeconds, windowSeconds, OptionalDouble.empty(), plan.timeout(), Window.IGNORED);
        drop(name);
        return report;
    }

    private JsonNode await(String wanted, Duration atMost) throws ChildException, InterruptedException {
        return await(wanted, atMost, _ -> {});
    }

    /** {@code told} receives all earlier messages. */
    private JsonNode await(String wanted, Duration atMost, Consumer<JsonNode> told)
            throws ChildException, InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (true) {
            switch (process.next(LOOK)) {
                case ChildProcess.Message.Line(String text) -> {
                    JsonNode event = parse(text);
                    String name = event.path("event").asString("");
                    if (name.equals(wanted)) {
                        return event;
                    }
                    if (name.equals("refused")) {
                        throw new ChildException(
                                "the generator refused: " + event.path("cause").asString("without a reason"), process);
                    }
                    told.accept(event);
                }
                case ChildProcess.Message.Ended(int code) ->
                    throw new ChildException("the generator ended, " + ChildProcess.describe(code), process);
                case null -> {
                    if (System.nanoTime() - deadline > 0) {
                        throw new ChildException(
                                "the generator did not send \"" + wanted + "\" within " + atMost.toSeconds() + " s",
                                process);
                    }
                }
            }
        }
    }

    private JsonNode parse(String text) throws ChildException {
        try {
            return JSON.readTree(text);
        } catch (JacksonException broken) {
            throw new ChildException("the generator sent invalid JSON: " + text, process);
        }
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    @Override
    public void close() {
        process.close();
    }
}
