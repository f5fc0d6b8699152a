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
 * Connections start on one engine, and single ones are shifted to another when what they do speaks for it, and back when it does not any more.
 *
 * <pre>
 *                                 .-- callbacks wait -----> [ blocking: a virtual thread for each ]
 *   clients ==== [ start: epoll ] --- callbacks compute --> [ computing: a thread for each ]
 *                       ^         '-- much at a time -----> [ large: only where start has a better one ]
 *                       '--------------- behaves for a while ------------'
 * </pre>
 *
 * <p>Decided is by direct signals of the one connection ({@link dev.gearbox.engines.auto.policy.Policy}): nothing is tried out. The loops
 * of the start report a connection whose event kept them for more than a millisecond; only then are its callbacks timed, so that
 * connections that do nothing special cost nothing. Each decision is explained in the log, and in a file if {@code -Dgearbox.decisions} names one.
 *
 * <p>Limits: a connection has to misbehave a few times before it is moved, and each new connection again; tasks and timers of a session that keep a
 * loop are not seen, only what its bytes cause; on the computing engine each such connection has a thread.
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

    /** The cheapest of all where it can run (studies/echo-server). */
    private static final String BEST = "epoll";

    private static final String BEST_ANYWHERE = "selector";

    @Override
    public ModelCard card() {
        Duration millisecond = Duration.ofMillis(1);
        return new ModelCard(
                "auto",
                "starts on one engine, and shifts single connections to others by what they do",
                "our own: shifts by direct signals, no hill climbing",
                // It takes a few callbacks to know one that blocks.
                EnumSet.complementOf(EnumSet.of(Capability.BLOCKING)),
                List.of(
                        new Parameter.Part(
                                START,
                                BEST,
                                "where connections come in (" + BEST_ANYWHERE + " where there is no epoll)"),
                        new Parameter.Part(BLOCKING, "virtual", "for those whose callbacks wait"),
                        new Parameter.Part(COMPUTING, "threads", "for those whose callbacks compute"),
                        new Parameter.Part(
                                LARGE,
                                BEST,
                                "for those that carry much at a time (if none is given: only if start is uring)"),
                        new Parameter.Time(EVERY, millisecond, Duration.ofMinutes(1), "100ms", "how often it looks"),
                        new Parameter.Time(
                                SLOW,
                                millisecond,
                                Duration.ofMinutes(1),
                                "2ms",
                                "a callback that takes longer is slow"),
                        new Parameter.Int(
                                STRIKES, 1, 1_000, "2", "so many slow ones, once it is watched, are too many"),
                        new Parameter.Int(
                                MUCH,
                                1,
                                1 << 30,
                                Long.toString(Thresholds.DEFAULT.largeBytes()),
                                "bytes in each wake-up that are much at a time; it is over below a quarter of them"),
                        new Parameter.Time(
                                PROBATION,
                                millisecond,
                                Duration.ofHours(1),
                                "2s",
                                "how long a connection has to behave before it comes back, at first"),
                        new Parameter.Int(BUDGET, 1, 1_000_000, "50", "shifts in a second, at most"),
                        Parameter.Choice.flag(SAMPLES, false, "look at all connections, and write every look down")));
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
