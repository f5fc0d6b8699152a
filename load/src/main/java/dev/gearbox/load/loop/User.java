package dev.gearbox.load.loop;

import dev.gearbox.load.plan.HttpAnswer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** The state of one user: its position in the program, and what its connection is doing. Used by {@link Loop}; created once and reused. */
final class User {
    /** What a user waits for. */
    enum Wait {
        /** Nothing: it has finished, or has not begun. */
        NOTHING,
        /** The beginning of the load, or its turn in the staggered start. */
        START,
        CONNECTED,
        SENT,
        ANSWER,
        TIMER,
        ARRIVAL,
        /** The next slice: its next step is scheduled after the window. */
        SLICE
    }

    final int id;
    final UserGroup group;
    final int[] loops;
    int pc;
    Wait wait = Wait.NOTHING;
    /** Whether it has waited since its last backward jump: a user that never waits must yield to the others. */
    boolean waited;

    @Nullable
    SocketChannel channel;

    @Nullable
    SelectionKey key;

    boolean connected;
    /** Whether this connection has received any answer. */
    boolean answered;
    /** Errors in a row. */
    int failures;

    /** The scheduled start of the next step. */
    long base;
    /** When the connection was last free to send; without a connection, when the user ended what it did before. */
    long free;
    /** When it began to connect. */
    long connecting;

    /** Whether an arrival that counts as started has not sent its first request yet. */
    boolean arrived;
    /** The request: its intended start, when it was written, its number. */
    long intended;

    long wrote;
    int requests;

    /** The payload that is being sent, and its remaining bytes. */
    int payload;

    int sendFrom;
    int sendTo;

    /** The pending expectation; -1: none. */
    int expecting = -1;

    /** Whether it was abandoned in an earlier slice and has been counted there. */
    boolean writtenOff;

    /** Reads the expected answer, if it is one of HTTP. */
    @Nullable
    HttpAnswer http;

    int answerAt;
    int answerTo;
    /** The number of requests sent together whose answers are incomplete. */
    int frames;
    /** When the answer was complete. */
    long done;

    /** When the answer or the connection is overdue. */
    long deadline;

    User(int id, UserGroup group, int loops) {
        this.id = id;
        this.group = group;
        pc = group.entry();
        this.loops = new int[loops];
    }

    /** Called when a slice ends and the clock is set back to the end of its window: whatever happened in the drain counts as having happened then. */
    void endsSlice(long end) {
        free = earlier(free, end);
        connecting = earlier(connecting, end);
        wrote = earlier(wrote, end);
        // A request begun in the drain belongs to no window.
        intended = earlier(intended, end - 1);
    }

    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }

    SocketChannel channel() {
        if (channel == null) {
            throw new IllegalStateException("user " + id + " has no connection");
        }
        return channel;
    }

    SelectionKey key() {
        if (key == null) {
            throw new IllegalStateException("user " + id + " has no connection");
        }
        return key;
    }
}
