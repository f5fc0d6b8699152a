package dev.gearbox.engines.auto;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.loop.EventLoopEngine;
import dev.gearbox.core.loop.WatchdogOptions;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.spi.CompositeEngine;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/**
 * Event loops that survive a blocking callback: a new thread takes over the loop, and the connection of the callback moves to an engine where it may block,
 * until it no longer does.
 *
 * <pre>
 *   clients ==== sockets ==== [ loop ] ---- thread 1, stuck in a callback of A ---- returns: A moves ---&gt; [ to: a thread for each ]
 *                                 '-------- thread 2: all other connections             ^                          |
 *                                                                                       '-- it has behaved --------'
 * </pre>
 *
 * <p>The blocked thread checker of Vert.x only reports such a callback; this engine acts on it, like the sysmon thread of Go's scheduler, which takes the
 * processor away from a thread that stays in a system call.
 *
 * <p>Limits: a callback shorter than {@code after} still blocks its loop, and each longer one does so for that long, until its connection has moved; one that
 * computes takes a core wherever it runs. Each connection that is stuck on a loop holds a thread, 64 at most.
 */
public final class EvictingModel implements IoModel {
    private static final String ON = "on";
    private static final String TO = "to";
    private static final String AFTER = "after";
    private static final String BACK = "back";

    @Override
    public ModelCard card() {
        return new ModelCard(
                "evicting",
                "event loops that survive a blocking callback; its connection moves away until it no longer blocks",
                "Go's sysmon; Vert.x, blocked thread checker; a new thread for the loop and a shift of the blocking connection",
                EnumSet.complementOf(EnumSet.of(Capability.UNIX_SOCKETS)),
                List.of(
                        new Parameter.Part(
                                ON,
                                "selector",
                                "engine with event loops that accepts connections: selector, reactors, epoll"),
                        new Parameter.Part(TO, "virtual", "engine for connections that block"),
                        new Parameter.Time(
                                AFTER,
                                Duration.ofMillis(1),
                                Duration.ofMinutes(1),
                                "20ms",
                                "how long a callback may block its loop"),
                        new Parameter.Time(
                                BACK,
                                Duration.ofMillis(1),
                                Duration.ofHours(1),
                                "1s",
                                "how long a connection must not block before it comes back; doubled if that was too soon")));
    }

    @Override
    public Engine start(Parameters parameters) {
        return EngineParts.compose(
                List.of(parameters.part(ON), parameters.part(TO)), parts -> new EvictingEngine(parameters, parts));
    }

    private static final class EvictingEngine extends CompositeEngine {
        EvictingEngine(Parameters parameters, List<Engine> parts) {
            super(parameters.spec(), parts);
            if (!(entrance() instanceof EventLoopEngine<?> loops)) {
                throw new BadSpecException(
                        "evicting: on=" + entrance() + " has no event loops; selector, reactors and epoll have");
            }
            try {
                loops.startWatchdog(new WatchdogOptions(
                        parameters.time(AFTER),
                        parts().getLast(),
                        parameters.time(BACK),
                        WatchdogOptions.THREADS,
                        event -> {}));
            } catch (UnsupportedOperationException cannot) {
                throw new BadSpecException("evicting: " + cannot.getMessage());
            }
        }

        /** The watchdog ends with the loops; a connection that comes back meanwhile is refused and stays where it is. */
        @Override
        protected void stopMoving() {}
    }
}
