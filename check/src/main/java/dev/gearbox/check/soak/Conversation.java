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

/** What both ends of one connection have agreed on: which bytes are sent, how many, how it ends. */
final class Conversation {
    /** Which side ends it, and how. */
    enum ConversationEnd {
        /** The client half-closes; the server sends its last bytes and closes. */
        HALF_CLOSE,
        /** The server half-closes; then the client. */
        SERVER_FIRST,
        /** The client closes both sides when everything has come back. */
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
     * @param abandoned whether the client has been asked to break it off
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

    /** Returns how many bytes the client is to receive when it has sent {@code sent}. */
    long answered(long sent) {
        return ending == ConversationEnd.CLOSE ? sent : sent + bytes.farewell();
    }

    /** Returns the server's half, once it is open and until it is closed. */
    @Nullable
    WatchedEcho session() {
        return closed.isDone() ? null : session.get();
    }

    /** Gives the session a task that must run as the next one. From one thread at a time. */
    void post(WatchedEcho to) {
        to.post(tasks++);
    }

    /** Completes when the session has been closed. */
    CompletableFuture<Void> closed() {
        return closed;
    }

    /** Called when the server has accepted it. */
    Session open(Connection connection, Violations violations) {
        WatchedEcho echo = new WatchedEcho(connection, bytes, violations);
        if (!session.compareAndSet(null, echo)) {
            violations.add(Violations.Kind.CALLBACKS, connection + ": opened twice");
        }
        return new Visited(echo);
    }

    /** Returns whether the session may see a failure: after a reset; and under TLS also if our last record finds the client disconnected. */
    private boolean mayBreak() {
        return ending == ConversationEnd.RESET
                || (ending == ConversationEnd.CLOSE && encrypted)
                || abandoned.getAsBoolean();
    }

    /** Echoes, and ends as agreed. */
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
