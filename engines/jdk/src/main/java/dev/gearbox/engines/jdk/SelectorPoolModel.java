package dev.gearbox.engines.jdk;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.concurrent.EngineThreadFactory;
import dev.gearbox.core.concurrent.TimerThread;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.spi.ConnectionState;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One selector and a pool: the selector thread accepts and finds ready connections; the read, the work and the write run on the pool.
 *
 * <pre>
 *   clients ==== sockets ==== [ selector ] --ready--> ( queue ) ---- pool thread 1: read, callback, write
 *                                   ^                         \----- pool thread N
 *                                   \--------- armed again --------/
 * </pre>
 *
 * <p>Lea's "Scalable IO in Java" (Reactor with worker threads), in the form of servlet containers' pollers, where the pool also reads: a connection is in the
 * selector or on the pool, never in both. Its callbacks run on changing threads, one at a time.
 *
 * <p>Limits: two hand-overs between threads and two changes of the selector's interest for each request, a noticeable cost for a small echo; in return a
 * callback that blocks occupies one pool thread only. An idle connection holds no buffer and no thread.
 */
public final class SelectorPoolModel implements IoModel {
    private static final String THREADS = "threads";

    @Override
    public ModelCard card() {
        return new ModelCard(
                "selector-pool",
                "one selector finds ready connections; the read, the work and the write run on a pool",
                "Lea, Scalable IO in Java: Reactor with worker threads",
                EnumSet.complementOf(EnumSet.of(Capability.BLOCKING, Capability.ELASTIC)),
                List.of(new Parameter.Int(
                        THREADS,
                        1,
                        4096,
                        Integer.toString(Runtime.getRuntime().availableProcessors()),
                        "threads of the pool (default: one for each core)")));
    }

    @Override
    public Engine start(Parameters parameters) {
        return new SelectorPoolEngine(parameters.spec(), parameters.integer(THREADS));
    }

    static final class SelectorPoolEngine extends SelectorLoopEngine {
        private final SelectorLoop loop = startLoops(1).getFirst();
        private final TimerThread timer = new TimerThread("gearbox-selector-pool-timer");
        private final EngineThreadFactory threads = new EngineThreadFactory(
                Thread.ofPlatform().daemon().name("gearbox-selector-pool-", 1).factory());
        private final ThreadPoolExecutor pool;

        SelectorPoolEngine(String spec, int count) {
            super(spec);
            pool = new ThreadPoolExecutor(
                    count,
                    count,
                    0,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    threads,
                    // Only after the engine's end, when no connection is left that could need a turn.
                    new ThreadPoolExecutor.DiscardPolicy());
        }

        void run(SelectorPoolTransport transport) {
            pool.execute(transport);
        }

        @Override
        protected boolean isOnOwnThread() {
            return threads.isCurrent() || super.isOnOwnThread();
        }

        TimerThread timer() {
            return timer;
        }

        @Override
        void drive(SelectorLoop where, ChannelSocket socket, ConnectionState state) {
            SelectorPoolTransport.adopt(this, where, socket, state);
        }

        @Override
        protected Optional<String> watchdogAbsence() {
            return Optional.of("its callbacks keep threads of its pool, never the loop");
        }

        @Override
        SelectorLoop acceptLoop() {
            return loop;
        }

        @Override
        protected SelectorLoop startLoop(int number) {
            return SelectorLoop.start(this, "gearbox-selector-pool-selector");
        }

        @Override
        protected void stopThreads() {
            timer.close();
            pool.shutdown();
            pool.close();
            super.stopThreads();
        }
    }
}
