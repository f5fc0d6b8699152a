package dev.gearbox.engines.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.LostSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import dev.gearbox.core.spi.Transport;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rare events of the kernel and the network while a connection is shifted from or to {@code netty-uring}. */
class UringShiftTest {
    private static final int PATIENCE = 60;

    @Test
    void aCancelThatMissedItsRequestIsAskedForAgain() throws Exception {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        AtomicInteger lost = new AtomicInteger();
        try (NettyEngine engine = engine(new Leaving(lost));
                Target target = new Target();
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> {
                            opened.complete(connection);
                            return connection::write;
                        },
                        Options.DEFAULT);
                Socket peer = new Socket()) {
            peer.connect(listener.address());
            peer.setSoTimeout(PATIENCE * 1_000);
            peer.getOutputStream().write(1);
            assertThat(peer.getInputStream().read()).isOne();
            // A read is in progress now, or soon, that only a cancel ends.
            opened.get(PATIENCE, TimeUnit.SECONDS)
                    .shiftTo(target)
                    .toCompletableFuture()
                    .get(PATIENCE, TimeUnit.SECONDS);
            assertThat(lost).hasPositiveValue();
        }
    }

    @Test
    void aHandshakeThatIsLostIsBegunAgain() throws Exception {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        Coming kind = new Coming();
        try (NettyEngine engine = engine(kind)) {
            SocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
            ConnectionState state = new ConnectionState(
                    connection -> {
                        opened.complete(connection);
                        return connection::write;
                    },
                    Options.DEFAULT,
                    nowhere,
                    nowhere,
                    null,
                    null);
            engine.adopt(new Handoff(new LostSocket(nowhere, nowhere), state));
            opened.get(PATIENCE, TimeUnit.SECONDS);
            assertThat(kind.begun).hasValue(3);
            assertThat(kind.deadline).isEqualTo(1_000);
            engine.close(Duration.ZERO);
        }
    }

    private static Parameters parameters() {
        return Parameters.of(new NettyUringModel().card(), Map.of("threads", "1"));
    }

    private static NettyEngine engine(NettyTransportKind kind) {
        return new NettyEngine(parameters(), kind);
    }

    /** Its channels stay connected to themselves; the first connects fail. */
    private static final class Coming extends NettyUringModel.OnUring {
        private final AtomicInteger begun = new AtomicInteger();
        private volatile int deadline;

        Coming() {
            super(parameters());
        }

        @Override
        public Optional<String> shiftInAbsence() {
            return Optional.empty();
        }

        @Override
        public ChannelFuture begin(
                EventLoop loop, SocketChannel channel, Handoff connection, NettyChannelTransport channelTransport) {
            if (begun.incrementAndGet() < 3) {
                channel.unsafe().closeForcibly();
                return new DefaultChannelPromise(channel, loop).setFailure(new ConnectTimeoutException("lost"));
            }
            return super.begin(loop, channel, connection, channelTransport);
        }

        @Override
        void give(SocketChannel channel, Handoff connection) {
            deadline = channel.config().getConnectTimeoutMillis();
        }

        @Override
        public void opened(SocketChannel channel, ConnectionState state) {
            // It is its own socket, which waits.
        }
    }

    /** The cancels that Netty requests when it closes a channel are lost, as if each had come while its request was being retried. */
    private static final class Leaving extends NettyUringModel.OnUring {
        private final AtomicInteger lost;

        Leaving(AtomicInteger lost) {
            super(parameters());
            this.lost = lost;
        }

        @Override
        public Optional<String> shiftOutAbsence() {
            return Optional.empty();
        }

        @Override
        public DetachedSocket socket(SocketChannel channel, ConnectionState state) {
            return new LostSocket(state.localAddress(), state.remoteAddress());
        }

        @Override
        public boolean isFree(SocketChannel channel, ConnectionState state) {
            return true;
        }

        @Override
        public IoHandlerFactory loops() {
            return ForwardingIoHandler.factory(super.loops(), netty -> new Losing(netty, lost));
        }
    }

    /** Loses the cancels of channels, and counts them. */
    private static final class Losing extends ForwardingIoHandler {
        private static final String CANCEL = "opcode=14,";

        private final AtomicInteger lost;

        Losing(IoHandler netty, AtomicInteger lost) {
            super(netty);
            this.lost = lost;
        }

        @Override
        long submit(IoHandle channel, IoRegistration registration, IoOps operation) {
            return channel instanceof UringCancel || !operation.toString().contains(CANCEL)
                    ? registration.submit(operation)
                    : lost.incrementAndGet();
        }
    }

    /** An engine that opens what it adopts and closes it at once. */
    private static final class Target extends EngineBase implements Transport {
        Target() {
            super("target");
        }

        @Override
        public void adopt(Handoff connection) {
            ConnectionState state = connection.state();
            if (state.open(this)) {
                state.failed(new UnsupportedOperationException("no more than taken over"));
                state.closed();
            }
        }

        @Override
        protected Optional<String> shiftInAbsence() {
            return Optional.empty();
        }

        @Override
        public EngineBase engine() {
            return this;
        }

        @Override
        public void wake() {
            // What it opens is closed at once.
        }

        @Override
        public Cancellable after(long nanos, Runnable task) {
            return () -> {};
        }

        @Override
        protected void stopAccepting() {
            // It has none.
        }

        @Override
        protected void stopThreads() {
            // It has none.
        }
    }
}
