package dev.gearbox.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A task that throws does a loop no harm; a loop that still dies gets no more connections, and its connections' sessions are notified. */
class LoopDeathTest {
    private static final SocketAddress SOMEWHERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    private final DyingEngine engine = new DyingEngine();

    /** A loop that waits for tasks only, and dies on request. */
    private static final class DyingLoop extends EventLoop {
        private final Semaphore woken = new Semaphore(0);
        private volatile boolean poisoned;

        DyingLoop(EngineBase engine, String name) {
            super(engine, name);
        }

        @Override
        protected void poll(long nanos) {
            try {
                boolean _ = woken.tryAcquire(Math.min(nanos, TimeUnit.SECONDS.toNanos(1)), TimeUnit.NANOSECONDS);
            } catch (InterruptedException unexpected) {
                throw new AssertionError(unexpected);
            }
            if (poisoned) {
                throw new IllegalStateException("planted: this loop dies");
            }
        }

        @Override
        protected void wakeup() {
            woken.release();
        }

        @Override
        protected void onStop() {}

        void poison() {
            poisoned = true;
            woken.release();
        }

        void awaitDeath() {
            try {
                thread().join(TimeUnit.MINUTES.toMillis(1));
            } catch (InterruptedException unexpected) {
                throw new AssertionError(unexpected);
            }
        }
    }

    private static final class DyingEngine extends EventLoopEngine<DyingLoop> {
        final CopyOnWriteArrayList<DyingLoop> loops = new CopyOnWriteArrayList<>();
        final CopyOnWriteArrayList<DetachedSocket> adopted = new CopyOnWriteArrayList<>();
        volatile boolean diesOfAdopting;

        DyingEngine() {
            super("dying");
            startLoops(2);
        }

        @Override
        protected DyingLoop startLoop(int number) {
            DyingLoop loop = new DyingLoop(this, "dying-" + number);
            loop.start();
            loops.add(loop);
            return loop;
        }

        @Override
        protected Listener open(SocketAddress address, Protocol protocol, Options options) {
            throw new UnsupportedOperationException("this engine has no sockets");
        }

        @Override
        protected void connect(DyingLoop loop, ConnectRequest request) {
            ConnectionState state = request.connected(SOMEWHERE, SOMEWHERE);
            state.open(new OnLoop(loop, state));
        }

        /** Drives a second socket. */
        @Override
        protected void adopt(DyingLoop loop, Handoff connection) {
            adopted.add(connection.socket());
            if (diesOfAdopting) {
                loop.poison();
                loop.awaitDeath();
            }
            ConnectionState state = connection.state();
            NoSocket second = new NoSocket("as another engine has it");
            connection.copied(second);
            beginOn(loop, second, state, () -> state.open(new OnLoop(loop, state)));
        }

        @Override
        protected Optional<String> shiftOutAbsence() {
            return Optional.empty();
        }

        @Override
        protected Optional<String> shiftInAbsence() {
            return Optional.empty();
        }
    }

    private record NoSocket(String form) implements DetachedSocket {
        @Override
        public SocketAddress localAddress() {
            return SOMEWHERE;
        }

        @Override
        public SocketAddress remoteAddress() {
            return SOMEWHERE;
        }

        @Override
        public void close() {}
    }

    /** A connection without a socket. */
    private record OnLoop(EventLoop loop, ConnectionState state) implements LoopTransport {
        @Override
        public void run() {
            state.turn();
            switch (state.next()) {
                case CLOSE, ABORT -> state.closed();
                case SHIFT -> {
                    loop.unassign();
                    state.released(new NoSocket("as the first engine had it"));
                }
                default -> {}
            }
        }
    }

    @AfterEach
    void close() {
        engine.close(Duration.ZERO);
    }

    @Test
    void aTaskOfTheLoopThatThrowsDoesNotEndIt() throws Exception {
        DyingLoop loop = engine.loops.getFirst();
        loop.execute(() -> {
            throw new OutOfMemoryError("planted");
        });
        CompletableFuture<Void> later = new CompletableFuture<>();
        loop.execute(() -> later.complete(null));
        later.get(1, TimeUnit.MINUTES);
    }

    @Test
    void itsConnectionsHearThatTheyAreClosedOnce() throws Exception {
        CopyOnWriteArrayList<String> heard = new CopyOnWriteArrayList<>();
        connect(heard, "first");
        connect(heard, "second");
        engine.loops.getFirst().poison();
        engine.loops.getFirst().thread().join(TimeUnit.MINUTES.toMillis(1));
        assertThat(heard).hasSize(1);
        assertThat(heard.getFirst()).endsWith("closed: the event loop dying-1 has died; the log says why");
        assertThat(engine.stats().connections()).isOne();
    }

    @Test
    void whatComesLaterGoesToTheOthers() throws Exception {
        engine.loops.getFirst().poison();
        engine.loops.getFirst().thread().join(TimeUnit.MINUTES.toMillis(1));
        CopyOnWriteArrayList<String> heard = new CopyOnWriteArrayList<>();
        for (int count = 0; count < 4; count++) {
            Connection connection = connect(heard, "late");
            CompletableFuture<Void> served = new CompletableFuture<>();
            connection.execute(() -> served.complete(null));
            served.get(1, TimeUnit.MINUTES);
        }
        assertThat(heard).isEmpty();
        assertThat(engine.loops.getFirst().execute(() -> {})).isFalse();
    }

    @Test
    void anEngineWithoutLoopsRefuses() throws Exception {
        for (DyingLoop loop : engine.loops) {
            loop.poison();
            loop.thread().join(TimeUnit.MINUTES.toMillis(1));
        }
        assertThatThrownBy(() -> connect(new CopyOnWriteArrayList<>(), "none"))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("no event loop of dying is left");
    }

    @Test
    void whatItWasToTakeGoesBackAsItCame() throws Exception {
        CopyOnWriteArrayList<String> heard = new CopyOnWriteArrayList<>();
        Connection connection = connect(heard, "moved");
        try (DyingEngine other = new DyingEngine()) {
            other.diesOfAdopting = true;
            assertThatThrownBy(() ->
                            connection.shiftTo(other).toCompletableFuture().get(1, TimeUnit.MINUTES))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("has died");
            assertThat(engine.adopted).containsExactly(new NoSocket("as the first engine had it"));
            assertThat(other.loops).extracting(EventLoop::connections).containsOnly(0);
        }
        CompletableFuture<Void> served = new CompletableFuture<>();
        connection.execute(() -> served.complete(null));
        served.get(1, TimeUnit.MINUTES);
        assertThat(connection.engine()).isEqualTo(engine);
        assertThat(heard).isEmpty();
    }

    private Connection connect(CopyOnWriteArrayList<String> heard, String name) throws Exception {
        return engine.connect(
                        SOMEWHERE,
                        connection -> new Session() {
                            @Override
                            public void received(ByteBuffer in) {}

                            @Override
                            public void closed(@Nullable Throwable cause) {
                                heard.add(name + " closed: " + (cause == null ? "" : cause.getMessage()));
                            }
                        },
                        Options.DEFAULT)
                .toCompletableFuture()
                .get(1, TimeUnit.MINUTES);
    }
}
