package dev.gearbox.tls;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An inner protocol for one connection that echoes and records its callbacks. */
final class RecordingEcho implements TlsProtocol {
    private static final int PATIENCE_SECONDS = 120;

    final CompletableFuture<Connection> opened = new CompletableFuture<>();
    final CompletableFuture<TlsHandshake> handshake = new CompletableFuture<>();
    final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final Predicate<Connection> onEnded;
    private final boolean echoes;

    /** Creates an echo that ends when its peer does. */
    RecordingEcho() {
        this(true, connection -> false);
    }

    RecordingEcho(boolean echoes, Predicate<Connection> onEnded) {
        this.echoes = echoes;
        this.onEnded = onEnded;
    }

    @Override
    public Session open(Connection connection, TlsHandshake agreed) {
        handshake.complete(agreed);
        opened.complete(connection);
        return new Session() {
            @Override
            public void received(ByteBuffer in) {
                byte[] copy = new byte[in.remaining()];
                in.get(in.position(), copy);
                synchronized (received) {
                    received.writeBytes(copy);
                }
                if (echoes) {
                    connection.write(in);
                } else {
                    in.position(in.limit());
                }
            }

            @Override
            public boolean ended() {
                ended.complete(null);
                return onEnded.test(connection);
            }

            @Override
            public void closed(@Nullable Throwable cause) {
                closed.complete(Optional.ofNullable(cause));
            }
        };
    }

    String received() {
        synchronized (received) {
            return received.toString(StandardCharsets.ISO_8859_1);
        }
    }

    /** Waits until the session is closed and returns the cause. */
    @Nullable
    Throwable cause() {
        return await(closed).orElse(null);
    }

    boolean isClosed() {
        return closed.isDone();
    }

    static <T> T await(CompletableFuture<T> future) {
        return future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
}
