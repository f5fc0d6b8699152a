package dev.gearbox.engines.auto;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.Routes;
import dev.gearbox.engines.auto.policy.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * Connections start on one engine; single connections are shifted to another one when their behaviour calls for it, and back when it no longer does.
 *
 * <pre>
 *                                 .-- callbacks wait -----> [ blocking: a virtual thread for each ]
 *   clients ==== [ start: epoll ] --- callbacks compute --> [ computing: a thread for each ]
 *                       ^         '-- much at a time -----> [ large: only where start has a better one ]
 *                       '--------------- behaves for a while ------------'
 * </pre>
 *
 * <p>Decisions are based on direct signals of the single connection ({@link dev.gearbox.engines.auto.policy.Policy}), without trial moves. The loops of the
 * start engine report a connection whose event occupied them for more than a millisecond; only then are its callbacks timed, so that ordinary connections cost
 * nothing. Each decision is explained in the log, and in a file if {@code -Dgearbox.decisions} names one.
 *
 * <p>Limits: a connection is moved only after several slow callbacks, and so is each new connection; tasks and timers of a session that block a loop are not
 * seen, only callbacks for its bytes; on the computing engine each such connection has a thread.
 */
public final class AutoModel implements IoModel {
    private static final String START = "start";
    private static final String BLOCKING = "blocking";
    private static final String COMPUTING = "computing";
    private static final String LARGE = "large";
    private static final String EVERY = "every";
    private static final String SLOW = "slow";
    private static final String STRIKES = "strikes";
    private static final String MUCH = "much";
    private static final String PROBATION = "probation";
    private static final String BUDGET = "budget";
    private static final String SAMPLES = "samples";

    /** The one with the lowest cost where it can run (studies/echo-server). */
    private static final String BEST = "epoll";

    private static final String BEST_ANYWHERE = "selector";

    @Override
    public ModelCard card() {
        Duration millisecond = Duration.ofMillis(1);
        return new ModelCard(
                "auto",
                "starts on one engine, and shifts single connections to others according to their behaviour",
                "our own: shifts by direct signals, no hill climbing",
                // It takes a few callbacks to recognise one that blocks.
                EnumSet.complementOf(EnumSet.of(Capability.BLOCKING, Capability.UNIX_SOCKETS)),
                List.of(
                        new Parameter.Part(
                                START,
                                BEST,
                                "engine that accepts connections (" + BEST_ANYWHERE + " where there is no epoll)"),
                        new Parameter.Part(BLOCKING, "virtual", "engine for connections whose callbacks wait"),
                        new Parameter.Part(COMPUTING, "threads", "engine for connections whose callbacks compute"),
                        new Parameter.Part(LARGE, BEST, "engine for large transfers (default: only if start is uring)"),
                        new Parameter.Time(
                                EVERY, millisecond, Duration.ofMinutes(1), "100ms", "interval of the observation"),
                        new Parameter.Time(
                                SLOW,
                                millisecond,
                                Duration.ofMinutes(1),
                                "2ms",
                                "a callback that takes longer is slow"),
                        new Parameter.Int(
                                STRIKES,
                                1,
                                1_000,
                                "2",
                                "slow callbacks of a watched connection after which it may be shifted"),
                        new Parameter.Int(
                                MUCH,
                                1,
                                1 << 30,
                                Long.toString(Thresholds.DEFAULT.largeBytes()),
                                "bytes in each wake-up that count as a large transfer; it ends below a quarter of them"),
                        new Parameter.Time(
                                PROBATION,
                                millisecond,
                                Duration.ofHours(1),
                                "2s",
                                "first probation: how long a connection must stay below the thresholds before it comes back"),
                        new Parameter.Int(BUDGET, 1, 1_000_000, "50", "maximum number of shifts per second"),
                        Parameter.Choice.flag(
                                SAMPLES, false, "observe all connections, and record every observation")));
    }

    @Override
    public Engine start(Parameters parameters) {
        Routes routes = routes(parameters);
        Thresholds usual = Thresholds.DEFAULT;
        Thresholds thresholds = new Thresholds(
                parameters.time(SLOW).toNanos() / 1_000,
                parameters.integer(STRIKES),
                usual.slowPercent(),
                parameters.integer(MUCH),
                parameters.time(PROBATION).toMillis(),
                usual.windowMillis());
        AutoEngine.Settings settings = new AutoEngine.Settings(
                new Policy(routes, thresholds),
                parameters.time(EVERY),
                parameters.integer(BUDGET),
                parameters.flag(SAMPLES));
        return EngineParts.compose(
                routes.specs(), parts -> new AutoEngine(parameters.spec(), parts, settings, listeners()));
    }

    private static Routes routes(Parameters parameters) {
        String start =
                parameters.given(START) || Engines.absence(BEST).isEmpty() ? parameters.part(START) : BEST_ANYWHERE;
        boolean better = parameters.given(LARGE)
                || (start.startsWith("uring") && Engines.absence(BEST).isEmpty());
        return new Routes(
                start, parameters.part(BLOCKING), parameters.part(COMPUTING), better ? parameters.part(LARGE) : start);
    }

    private static List<DecisionListener> listeners() {
        List<DecisionListener> listeners = new ArrayList<>(List.of(new DecisionLog(), new DecisionRecorder()));
        Optional<DecisionListener> file = DecisionFile.asked();
        file.ifPresent(listeners::add);
        return listeners;
    }
}
