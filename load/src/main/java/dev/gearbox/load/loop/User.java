package dev.gearbox.load.loop;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Where one user stands in the program, and what its connection is in the middle of. Plain state of {@link Loop}, made once and reused. */
final class User {
    /** What a user waits for. */
    enum Wait {
        /** Nothing: it is out of the game, or has not begun. */
        NOTHING,
        /** The beginning of the load, or its turn in the staggered start. */
        START,
        CONNECTED,
        SENT,
        ANSWER,
        TIMER,
        ARRIVAL,
        /** The next slice: what comes next in its program is meant for after the window. */
        SLICE
    }

    final int id;
    final UserGroup group;
    final int[] loops;
    int pc;
    Wait wait = Wait.NOTHING;
    /** Whether it has waited since it last went back in the program: one that never waits must let the others in. */
    boolean waited;

    @Nullable
    SocketChannel channel;

    @Nullable
    SelectionKey key;

    boolean connected;
    /** Whether this connection has had any answer. */
    boolean answered;
    /** Errors in a row. */
    int failures;

    /** When the next step is meant to begin. */
    long base;
    /** When the connection was last free to send. */
    long free;
    /** When it began to connect. */
    long connecting;

    /** Whether an arrival that is counted as begun has not come to its first request yet. */
    boolean arrived;
    /** The request: meant to begin, really written, its number. */
    long intended;

    long wrote;
    int requests;

    /** What is being sent: a payload, and the rest of it. */
    int payload;

    int sendFrom;
    int sendTo;

    /** What is being waited for; -1: nothing. */
    int expecting = -1;

    /** Whether that was given up in an earlier slice, and is counted as such. */
    boolean writtenOff;

    int answerAt;
    int answerTo;
    /** Requests sent together whose answers are not complete. */
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

    /** A slice ends, and the clock goes back to the end of its window: what happened in the drain happened then. */
    void endsSlice(long end) {
        free = earlier(free, end);
        connecting = earlier(connecting, end);
        wrote = earlier(wrote, end);
        // Begun in the drain, it belongs to no window.
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
