package dev.gearbox.engines.linux.uring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A session that only reads is notified of a reset although bytes came right before it, and both before the ring checked: with a multishot receive, where the
 * kernel reports that it notices, and with single receives.
 */
class ResetBehindBytesTest {
    private static final int ROUNDS = 50;
    private static final int BYTES = 5_000;

    private static final class Listening implements Session {
        final CountDownLatch first = new CountDownLatch(1);
        final CompletableFuture<@Nullable Throwable> end = new CompletableFuture<>();
        final Connection connection;
        final AtomicLong heard = new AtomicLong();

        Listening(Connection connection) {
            this.connection = connection;
        }

        @Override
        public void received(ByteBuffer in) {
            heard.addAndGet(in.remaining());
            in.position(in.limit());
            first.countDown();
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            end.complete(cause);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("try") // the peer is gone before this ends
    void isNoticed(boolean goesOn) throws Exception {
        Kernel kernel = new Kernel() {
            @Override
            boolean noticesEnds() {
                return goesOn && super.noticesEnds();
            }
        };
        UringEngine engine = new UringEngine("uring", 1, 100, kernel);
        try (engine) {
            for (int round = 0; round < ROUNDS; round++) {
                CompletableFuture<Listening> opened = new CompletableFuture<>();
                try (Listener listener = engine.listen(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                connection -> {
                                    Listening session = new Listening(connection);
                                    opened.complete(session);
                                    return session;
                                },
                                Options.DEFAULT);
                        Socket peer = new Socket(
                                InetAddress.getLoopbackAddress(), ((InetSocketAddress) listener.address()).getPort())) {
                    peer.getOutputStream().write(1);
                    Listening session = opened.get(1, TimeUnit.MINUTES);
                    assertThat(session.first.await(1, TimeUnit.MINUTES)).isTrue();
                    CountDownLatch held = new CountDownLatch(1);
                    CountDownLatch go = new CountDownLatch(1);
                    session.connection.execute(() -> {
                        held.countDown();
                        awaitCalmly(go);
                    });
                    assertThat(held.await(1, TimeUnit.MINUTES)).isTrue();
                    peer.getOutputStream().write(new byte[BYTES]);
                    peer.setSoLinger(true, 0);
                    peer.close();
                    go.countDown();
                    assertThat(session.end.get(1, TimeUnit.MINUTES)).isInstanceOf(ConnectionResetException.class);
                    assertThat(session.heard.get()).isEqualTo(1 + BYTES);
                }
            }
        }
    }

    private static void awaitCalmly(CountDownLatch go) {
        try {
            go.await();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
