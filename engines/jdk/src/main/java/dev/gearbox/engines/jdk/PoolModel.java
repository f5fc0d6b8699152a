package dev.gearbox.engines.jdk;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.blocking.BlockingEngine;
import dev.gearbox.core.blocking.ExecutorConnectionThreads;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Thread pool: the blocking loop of {@link ThreadsModel} on reused threads.
 *
 * <pre>
 *   client 1 ---- pool thread 1: read, callback, write, read ... until it closes, then the next that waits
 *   client N ---- pool thread N
 *   client N+1 -- accepted, and waits in the queue                       [ acceptor ] ---- queues each
 * </pre>
 *
 * <p>{@code threads=N}: N connections at a time, the others wait, without a limit; {@link dev.gearbox.core.EngineStats#waiting} counts them. {@code
 * elastic=true}: a new thread whenever none is free, ended after a minute without work (java.util.concurrent's cached pool). The 2021 multi-Reactor paper's
 * pooled server, and every servlet container before NIO.
 *
 * <p>Limits: bounded, it stays up and makes callers wait; elastic, it serves them all until threads or memory end.
 */
public final class PoolModel implements IoModel {
    private static final String THREADS = "threads";
    private static final String ELASTIC = "elastic";

    @Override
    public ModelCard card() {
        return new ModelCard(
                "pool",
                "the blocking loop on a bounded pool of threads, where further connections wait, or on one that grows",
                "java.util.concurrent (2004): fixed and cached thread pools",
                BlockingChannelSocket.capabilities(Capability.SERVER, Capability.CLIENT, Capability.HALF_CLOSE),
                List.of(
                        new Parameter.Int(THREADS, 1, 100_000, "50", "threads, and thus connections served at a time"),
                        Parameter.Choice.flag(ELASTIC, false, "instead of threads: one thread for each connection")));
    }

    @Override
    public Engine start(Parameters parameters) {
        boolean elastic = parameters.flag(ELASTIC);
        if (elastic && parameters.given(THREADS)) {
            throw new BadSpecException("pool: threads and elastic=true exclude each other; give one of them");
        }
        String name = "gearbox-pool";
        var factory = Thread.ofPlatform().daemon().name(name + "-", 1).factory();
        int threads = parameters.integer(THREADS);
        return new PoolEngine(
                parameters.spec(),
                name,
                elastic
                        ? new ThreadPoolExecutor(
                                0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), factory)
                        : new ThreadPoolExecutor(
                                threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory));
    }

    private static final class PoolEngine extends BlockingEngine {
        private final ThreadPoolExecutor pool;

        PoolEngine(String spec, String name, ThreadPoolExecutor pool) {
            super(
                    spec,
                    BlockingChannelSocket.SOCKETS,
                    new ExecutorConnectionThreads(
                            name,
                            pool,
                            HelperThreads.start(name),
                            Thread.ofPlatform()
                                    .daemon()
                                    .name(name + "-acceptor")
                                    .factory()));
            this.pool = pool;
        }

        /** A new connection may wait for a thread; for one that was being served, waiting would be a change for the worse. */
        @Override
        protected Optional<String> full() {
            return pool.getActiveCount() < pool.getMaximumPoolSize()
                    ? Optional.empty()
                    : Optional.of("each of its " + pool.getMaximumPoolSize() + " threads has a connection");
        }

        @Override
        protected int waiting() {
            return pool.getQueue().size();
        }
    }
}
