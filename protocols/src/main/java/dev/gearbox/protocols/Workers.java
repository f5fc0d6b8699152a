package dev.gearbox.protocols;

import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The threads of an {@link Offload}, as the engine of the sessions that run on them: an engine without sockets. */
final class Workers extends EngineBase {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    private static final int PATIENCE_SECONDS = 10;

    private final Executor executor;
    private final @Nullable ExecutorService owned;
    private final LongAdder queued = new LongAdder();
    private final LongAdder begun = new LongAdder();
    private final LongAdder waitNanos = new LongAdder();

    Workers(String name, Executor executor, @Nullable ExecutorService owned) {
        super(name);
        this.executor = executor;
        this.owned = owned;
    }

    /** Runs a turn of a session on a worker, which first reports that it {@link #began}. */
    void run(Runnable turn) {
        queued.increment();
        try {
            executor.execute(turn);
        } catch (RejectedExecutionException gone) {
            queued.decrement();
            throw gone;
        }
    }

    /** A worker has begun with a turn that was handed to {@link #run} so many nanoseconds ago. */
    void began(long nanos) {
        begun.increment();
        waitNanos.add(nanos);
    }

    OffloadStats offloadStats() {
        // In this order: a turn is queued before it begins.
        long started = begun.sum();
        long nanos = waitNanos.sum();
        return new OffloadStats(connections().count(), Math.max(0, queued.sum() - started), started, nanos);
    }

    /** Workers may block: that is their purpose. */
    @Override
    protected boolean reportsStuckCallbacks() {
        return false;
    }

    @Override
    protected void stopAccepting() {
        // Nothing is accepted here; from now on new sessions are refused, as in every closing engine.
    }

    @Override
    protected void stopThreads() {
        ExecutorService threads = owned;
        if (threads == null) {
            return;
        }
        threads.shutdown();
        try {
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.log(Level.ERROR, () -> this + ": a session does not return from a callback, its thread stays");
            }
        } catch (InterruptedException hurry) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void adopt(Handoff connection) {
        throw noSockets();
    }

    private UnsupportedOperationException noSockets() {
        return new UnsupportedOperationException(this + " runs sessions and does no I/O");
    }
}
