package dev.gearbox.testkit.stage;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.Patience;
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
public final class Script implements Protocol {
    public final CompletableFuture<Connection> opened = new CompletableFuture<>();
    public final CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
    private Consumer<Connection> onOpen = connection -> {};
    private BiConsumer<Connection, ByteBuffer> onReceived = (connection, in) -> in.position(in.limit());
    private Consumer<Connection> onWritable = connection -> {};
    private Predicate<Connection> onEnded = connection -> false;
    private Predicate<Connection> onAsked = connection -> true;
    private Consumer<Connection> onClosed = connection -> {};

    public Script opening(Consumer<Connection> action) {
        onOpen = action;
        return this;
    }

    public Script receiving(BiConsumer<Connection, ByteBuffer> action) {
        onReceived = action;
        return this;
    }

    public Script writable(Consumer<Connection> action) {
        onWritable = action;
        return this;
    }

    public Script ended(Predicate<Connection> action) {
        onEnded = action;
        return this;
    }

    /** When the connection is closed from outside its callbacks. */
    public Script asked(Predicate<Connection> action) {
        onAsked = action;
        return this;
    }

    public Script closing(Consumer<Connection> action) {
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

    public Connection connection() throws Exception {
        return Patience.await("the session is open", opened);
    }

    /** What the connection was closed with; waits for it. */
    public @Nullable Throwable cause() throws Exception {
        return Patience.await("the session is closed", closed).orElse(null);
    }
}
