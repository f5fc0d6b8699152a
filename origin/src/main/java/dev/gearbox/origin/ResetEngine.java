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
 * The engine that connections are shifted to in order to be torn down: it sets the socket to linger for no time and closes it, and so the peer
 * gets an RST in the place of the end. No session can ask for that otherwise, and should not.
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
        state.failed(new IOException("torn down on purpose"));
        if (state.next() == ConnectionState.Next.CLOSE) {
            state.closed();
        }
    }

    /** There is no way to the peer any more. */
    private final class Gone implements Transport {
        @Override
        public EngineBase engine() {
            return ResetEngine.this;
        }

        @Override
        public void wake() {
            // It is closed before anybody could want something of it.
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
