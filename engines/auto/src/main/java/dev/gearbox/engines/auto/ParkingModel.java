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
 * Connections that are quiet for a while sleep on an engine where that costs little; their first byte brings them back to the one that works.
 *
 * <pre>
 *   clients ==== sockets ==== [ work: a thread for each ] --- quiet for a while ---&gt; [ quiet: one selector for all ]
 *                                      ^----------------- a byte, the end, a task, a timer ------------'
 * </pre>
 *
 * <p>While it sleeps a connection holds no thread and no buffer, and its session is not entered there, so that one that blocks harms nobody; but
 * a peer's reset is told there. Known from ProxySQL, whose idle sessions wait in one epoll thread.
 *
 * <p>Limits: to wake costs a shift, so it pays for connections that are quiet for long; and once in each {@code after} all connections of the working
 * engine are looked at.
 */
public final class ParkingModel implements IoModel {
    private static final String WORK = "work";
    private static final String QUIET = "quiet";
    private static final String AFTER = "after";

    @Override
    public ModelCard card() {
        return new ModelCard(
                "parking",
                "quiet connections sleep on one engine, and wake on another",
                "ProxySQL, idle threads; a shift for each nap and each awakening",
                EnumSet.complementOf(EnumSet.of(Capability.BLOCKING, Capability.ELASTIC, Capability.IDLE_FREE)),
                List.of(
                        new Parameter.Part(WORK, "virtual", "where connections come in, and where they are served"),
                        new Parameter.Part(QUIET, "selector", "where they sleep"),
                        new Parameter.Time(
                                AFTER,
                                Duration.ofMillis(1),
                                Duration.ofHours(1),
                                "5s",
                                "how long a connection is quiet before it sleeps; twice that at most")));
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
         * What refuses to sleep goes on working: it was not quiet after all, or is about to close. A few at a time, lest who is at work waits for
         * thousands who are about to sleep; without waiting long for one that is in a long callback.
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
            // Those that sleep now need no memory to read into.
            entrance().pool().trim();
        }

        @Override
        protected void stopMoving() {
            monitor.stop();
        }
    }
}
