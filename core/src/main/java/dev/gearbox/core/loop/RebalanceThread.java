package dev.gearbox.core.loop;

import dev.gearbox.core.balance.LoopSizing;
import dev.gearbox.core.balance.Rebalancer;
import dev.gearbox.core.observe.LoopStats;
import dev.gearbox.core.spi.ConnectionState;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The thread that runs the {@link Rebalancer} of an engine: it provides the ticks and moves the connections. It ends before the loops do. */
final class RebalanceThread<L extends EventLoop> implements Rebalancer.LoopGroup<L, ConnectionState> {
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(100);
    private static final System.Logger LOG = System.getLogger("dev.gearbox.loops");

    private final EventLoopEngine<L> engine;
    private final LoopSet<L> loops;
    private final Rebalancer<L, ConnectionState> rebalancer;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;

    RebalanceThread(EventLoopEngine<L> engine, LoopSet<L> loops, LoopSizing sizing) {
        this.engine = engine;
        this.loops = loops;
        rebalancer = new Rebalancer<>(engine.toString(), this, sizing, new SplittableRandom());
        thread = Thread.ofPlatform()
                .daemon()
                .name("gearbox-" + engine.toString().replaceAll("\\?.*", "") + "-rebalancer")
                .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        long last = System.nanoTime();
        try {
            while (!stop.await(TICK, TimeUnit.NANOSECONDS)) {
                long now = System.nanoTime();
                rebalancer.tick(now - last);
                last = now;
            }
        } catch (InterruptedException | RuntimeException defect) {
            LOG.log(Level.ERROR, () -> engine + " does not rebalance any more", defect);
        }
    }

    /** Waits for the end. Called from another thread. */
    void stop() {
        stop.countDown();
        EventLoop.awaitEnd(thread);
    }

    @Override
    public List<L> loops() {
        return loops.taking();
    }

    @Override
    public LoopStats stats(L loop) {
        return loop.stats();
    }

    @Override
    public double utilisation(L loop, LoopStats since) {
        return loop.utilisationSince(since);
    }

    @Override
    public Collection<ConnectionState> connections(L loop) {
        return engine.connectionsOn(loop).toList();
    }

    @Override
    public long busyNanos(ConnectionState connection) {
        return connection.stall().busyNanos();
    }

    /** A connection that cannot be moved stays, and is a candidate again later. */
    @Override
    public void move(ConnectionState connection, L to) {
        CompletionStage<Void> _ = loops.move(connection, to).whenComplete((moved, failure) -> {
            if (failure != null) {
                LOG.log(Level.DEBUG, () -> "a connection stays: " + failure.getMessage());
            }
        });
    }

    /** The rebalancer finds the new loops idle and moves connections to them. */
    @Override
    public void resize(int count) {
        try {
            if (count > loops.taking().size()) {
                loops.grow(count - loops.taking().size());
            } else {
                CompletionStage<Void> _ = loops.resize(count);
            }
        } catch (RuntimeException | OutOfMemoryError failure) {
            LOG.log(Level.INFO, () -> engine + " keeps " + loops.taking().size() + " loops: " + failure.getMessage());
        }
    }
}
