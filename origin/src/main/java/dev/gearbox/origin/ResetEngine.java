package dev.gearbox.origin;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.sockets.LostSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import dev.gearbox.core.spi.Transport;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The engine that connections are shifted to in order to be reset: it sets the socket's linger time to zero and closes it, so that the peer receives
 * an RST. Sessions have no other way to do that, and should not have one.
 */
final class ResetEngine extends EngineBase {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("origin-reset").factory());

    ResetEngine() {
        super("origin-reset");
    }

    @Override
    protected Optional<String> shiftInAbsence() {
        return Optional.empty();
    }

    @Override
    public void adopt(Handoff connection) {
        requireOpen();
        thread.execute(() -> tearDown(connection));
    }

    private void tearDown(Handoff connection) {
        ConnectionState state = connection.state();
        try {
            ChannelSocket socket = connection.asChannel();
            socket.channel().setOption(StandardSocketOptions.SO_LINGER, 0);
            socket.close();
        } catch (IOException | UnsupportedOperationException failure) {
            state.declined(connection.socket(), failure);
            return;
        }
        if (!state.open(new Gone())) {
            state.declined(new LostSocket(state.localAddress(), state.remoteAddress()));
            return;
        }
        state.failed(new IOException("reset on purpose"));
        if (state.next() == ConnectionState.Next.CLOSE) {
            state.closed();
        }
    }

    /** The peer can no longer be reached. */
    private final class Gone implements Transport {
        @Override
        public EngineBase engine() {
            return ResetEngine.this;
        }

        @Override
        public void wake() {
            // It is closed before any other method could be called.
        }

        @Override
        public Cancellable after(long nanos, Runnable task) {
            return () -> {};
        }
    }

    @Override
    protected void stopAccepting() {
        // Nothing is accepted here.
    }

    @Override
    protected void stopThreads() {
        thread.shutdown();
    }
}
