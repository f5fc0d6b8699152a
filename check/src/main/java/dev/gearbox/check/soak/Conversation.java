package dev.gearbox.check.soak;

import dev.gearbox.check.watched.KnownBytes;
import dev.gearbox.check.watched.Violations;
import dev.gearbox.check.watched.WatchedEcho;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What both ends of one connection know of each other: which bytes are said, how many, how it ends. */
final class Conversation {
    /** Which side ends it, and how. */
    enum ConversationEnd {
        /** The client ends its side; the server says its last bytes and ends. */
        HALF_CLOSE,
        /** The server ends its side; then the client. */
        SERVER_FIRST,
        /** The client closes both sides when all has come back. */
        CLOSE,
        /** The client resets the connection somewhere in the middle. */
        RESET
    }

    private final KnownBytes bytes;
    private final long length;
    private final ConversationEnd ending;
    private final boolean encrypted;
    private final BooleanSupplier abandoned;
    private final AtomicReference<@Nullable WatchedEcho> session = new AtomicReference<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    /** For the thread that shifts it. */
    private long tasks;

    /**
     * @param length how many bytes the client sends
     * @param abandoned whether the client has been told to break it off
     */
    Conversation(KnownBytes bytes, long length, ConversationEnd ending, boolean encrypted, BooleanSupplier abandoned) {
        this.bytes = bytes;
        this.length = length;
        this.ending = ending;
        this.encrypted = encrypted;
        this.abandoned = abandoned;
    }

    KnownBytes bytes() {
        return bytes;
    }

    long length() {
        return length;
    }

    ConversationEnd ending() {
        return ending;
    }

    boolean encrypted() {
        return encrypted;
    }

    /** How many bytes the client is to receive, of which it has sent {@code sent}. */
    long answered(long sent) {
        return ending == ConversationEnd.CLOSE ? sent : sent + bytes.farewell();
    }

    /** The server's half of it, once it is open and until it is closed. */
    @Nullable
    WatchedEcho session() {
        return closed.isDone() ? null : session.get();
    }

    /** From one thread at a time: gives the session a task that has to run as the next one. */
    void post(WatchedEcho to) {
        to.post(tasks++);
    }

    /** Completes when the session was told that all is over. */
    CompletableFuture<Void> closed() {
        return closed;
    }

    /** The server accepted it. */
    Session open(Connection connection, Violations violations) {
        WatchedEcho echo = new WatchedEcho(connection, bytes, violations);
        if (!session.compareAndSet(null, echo)) {
            violations.add(Violations.Kind.CALLBACKS, connection + ": opened twice");
        }
        return new Visited(echo);
    }

    /** Whether the session may be told of a failure: after a reset; and under TLS also where our last record finds the client gone. */
    private boolean mayBreak() {
        return ending == ConversationEnd.RESET
                || (ending == ConversationEnd.CLOSE && encrypted)
                || abandoned.getAsBoolean();
    }

    /** Echoes, and ends as was agreed. */
    private final class Visited implements Session {
        private final WatchedEcho echo;
        private long received;

        Visited(WatchedEcho echo) {
            this.echo = echo;
        }

        @Override
        public void received(ByteBuffer in) {
            int offered = in.remaining();
            echo.received(in);
            received += offered - in.remaining();
            if (ending == ConversationEnd.SERVER_FIRST && received == length) {
                echo.leave();
            }
        }

        @Override
        public void writable() {
            echo.writable();
        }

        @Override
        public boolean ended() {
            echo.ended();
            if (ending == ConversationEnd.HALF_CLOSE) {
                echo.leave();
            }
            return ending == ConversationEnd.HALF_CLOSE;
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            echo.closed(mayBreak() ? null : cause);
            closed.complete(null);
        }
    }
}
