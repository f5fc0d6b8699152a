package dev.gearbox.engines.auto;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.core.spi.ConnectionState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Idle connections are parked on an engine where they cost little; their first byte brings them back to the working engine.
 *
 * <pre>
 *   clients ==== sockets ==== [ work: a thread for each ] --- quiet for a while ---&gt; [ quiet: one selector for all ]
 *                                      ^----------------- a byte, the end, a task, a timer ------------'
 * </pre>
 *
 * <p>A parked connection holds no thread and no buffer, and its session is not called there, so that a blocking session does no harm; only a peer's reset is
 * reported there. Known from ProxySQL, whose idle sessions wait in one epoll thread.
 *
 * <p>Limits: a wake-up costs a shift, so parking pays for connections that are idle for long; and once in each {@code after} all connections of the working
 * engine are checked.
 */
public final class ParkingModel implements IoModel {
    private static final String WORK = "work";
    private static final String QUIET = "quiet";
    private static final String AFTER = "after";

    @Override
    public ModelCard card() {
        return new ModelCard(
                "parking",
                "idle connections are parked on one engine, and served on another",
                "ProxySQL, idle threads; a shift for each parking and each wake-up",
                EnumSet.complementOf(EnumSet.of(
                        Capability.BLOCKING, Capability.ELASTIC, Capability.IDLE_FREE, Capability.UNIX_SOCKETS)),
                List.of(
                        new Parameter.Part(WORK, "virtual", "engine that accepts and serves connections"),
                        new Parameter.Part(QUIET, "selector", "engine where idle connections are parked"),
                        new Parameter.Time(
                                AFTER,
                                Duration.ofMillis(1),
                                Duration.ofHours(1),
                                "5s",
                                "how long a connection is idle before it is parked; at most twice that")));
    }

    @Override
    public Engine start(Parameters parameters) {
        return EngineParts.compose(
                List.of(parameters.part(WORK), parameters.part(QUIET)),
                parts -> new ParkingEngine(parameters.spec(), parts, parameters.time(AFTER)));
    }

    private static final class ParkingEngine extends CompositeEngine {
        private static final int FEW = 64;
        private static final long PATIENCE_MILLIS = 50;

        private final MonitorThread monitor;

        ParkingEngine(String spec, List<Engine> parts, Duration after) {
            super(spec, parts);
            monitor = new MonitorThread("gearbox-parking", after, this::park);
        }

        /**
         * A connection that cannot be parked stays: it was not idle after all, or is about to close. A few at a time, so that active connections do not wait
         * for thousands that are being parked, and without waiting long for one in a long callback.
         */
        private void park() {
            List<CompletableFuture<Void>> few = new ArrayList<>(FEW);
            Iterator<ConnectionState> quiet =
                    entrance().driven().filter(ConnectionState::slept).iterator();
            while (quiet.hasNext()) {
                few.add(quiet.next().park(parts().getLast()).toCompletableFuture());
                if (few.size() == FEW) {
                    CompletableFuture.allOf(few.toArray(CompletableFuture[]::new))
                            .exceptionally(refused -> null)
                            .completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                            .join();
                    few.clear();
                }
            }
            // Parked connections need no memory to read into.
            entrance().pool().trim();
        }

        @Override
        protected void stopMoving() {
            monitor.stop();
        }
    }
}
