package dev.gearbox.protocols;

import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The threads of an {@link Offload}, as the engine of the sessions that run on them: an engine without sockets. */
final class Workers extends EngineBase {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    private static final int PATIENCE_SECONDS = 10;

    private final Executor executor;
    private final @Nullable ExecutorService owned;

    Workers(String name, Executor executor, @Nullable ExecutorService owned) {
        super(name);
        this.executor = executor;
        this.owned = owned;
    }

    void run(Runnable turn) {
        executor.execute(turn);
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
