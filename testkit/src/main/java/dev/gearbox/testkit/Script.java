package dev.gearbox.testkit;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A protocol put together from what each callback shall do; takes all bytes and does nothing unless told otherwise. For one connection: it
 * remembers the connection and what it was closed with.
 */
final class Script implements Protocol {
    final CompletableFuture<Connection> opened = new CompletableFuture<>();
    final CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
    private Consumer<Connection> onOpen = connection -> {};
    private BiConsumer<Connection, ByteBuffer> onReceived = (connection, in) -> in.position(in.limit());
    private Consumer<Connection> onWritable = connection -> {};
    private Predicate<Connection> onEnded = connection -> false;
    private Predicate<Connection> onAsked = connection -> true;
    private Consumer<Connection> onClosed = connection -> {};

    Script opening(Consumer<Connection> action) {
        onOpen = action;
        return this;
    }

    Script receiving(BiConsumer<Connection, ByteBuffer> action) {
        onReceived = action;
        return this;
    }

    Script writable(Consumer<Connection> action) {
        onWritable = action;
        return this;
    }

    Script ended(Predicate<Connection> action) {
        onEnded = action;
        return this;
    }

    /** When the connection is closed from outside its callbacks. */
    Script asked(Predicate<Connection> action) {
        onAsked = action;
        return this;
    }

    Script closing(Consumer<Connection> action) {
        onClosed = action;
        return this;
    }

    @Override
    public Session open(Connection connection) {
        onOpen.accept(connection);
        opened.complete(connection);
        return new Session() {
            @Override
            public void received(ByteBuffer in) {
                onReceived.accept(connection, in);
            }

            @Override
            public void writable() {
                onWritable.accept(connection);
            }

            @Override
            public boolean ended() {
                return onEnded.test(connection);
            }

            @Override
            public boolean closing() {
                return onAsked.test(connection);
            }

            @Override
            public void closed(@Nullable Throwable cause) {
                try {
                    onClosed.accept(connection);
                } finally {
                    closed.complete(Optional.ofNullable(cause));
                }
            }
        };
    }

    Connection connection() throws Exception {
        return Patience.await("the session is open", opened);
    }

    /** What the connection was closed with; waits for it. */
    @Nullable
    Throwable cause() throws Exception {
        return Patience.await("the session is closed", closed).orElse(null);
    }
}
