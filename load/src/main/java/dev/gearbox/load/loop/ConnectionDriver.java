package dev.gearbox.load.loop;

import dev.gearbox.load.plan.Expectation;
import dev.gearbox.load.plan.HttpAnswer;
import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.report.ErrorCounts;
import dev.gearbox.load.report.ErrorKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Drives the users' connections. This part, which all generators have in common, accounts for connections and requests, verifies each byte of the answers,
 * and notifies {@link ScriptInterpreter} when a user can continue or has failed.
 */
abstract sealed class ConnectionDriver implements AutoCloseable permits ChainConnections, SelectorConnections {
    /** The time that a connect, a close or another 8 KiB of a payload may take before the clock counts it as a gap. */
    static final long CONNECT_COST = 100_000;

    private static final long PART_COST = 20_000;

    final LoadClock clock;
    final PayloadContents contents;
    final TimeoutWatch watches;
    private final ScriptInterpreter interpreter;
    private final User[] users;
    private final ReservedDescriptors reserve;
    private final TrafficCounters traffic = new TrafficCounters();

    ConnectionDriver(
            LoadClock clock,
            PayloadContents contents,
            ScriptInterpreter interpreter,
            User[] users,
            TimeoutWatch watches,
            ReservedDescriptors reserve) {
        this.clock = clock;
        this.contents = contents;
        this.interpreter = interpreter;
        this.users = users;
        this.watches = watches;
        this.reserve = reserve;
    }

    /** Returns what drives the connections, for the report. */
    abstract String describe();

    /** Returns the number of pairs of addresses over which the connections are spread. */
    abstract int addresses();

    /** Begins to connect; returns false if the connect is pending or has failed. */
    abstract boolean connect(User user);

    /**
     * Closes the connection as the script says; returns false if unexpected bytes had arrived, or it could not be reset.
     *
     * @param reset whether the peer gets a reset in place of an end
     */
    abstract boolean close(User user, boolean reset);

    /** Handles the events that are there. */
    abstract void poll() throws IOException;

    /** Waits for an event, at most this long, and handles the events that are there: not accurate to the microsecond, but cheap. */
    abstract void await(long nanos) throws IOException;

    /** Begins to send the payload of a request, from an offset in its region; returns false if the rest is still pending or the write failed. */
    abstract boolean write(User user, int offset);

    /** Called when a user begins to expect an answer. */
    abstract void listen(User user);

    /** Releases the user's socket, if it has one. */
    abstract void release(User user);

    /** Returns whether the next step of the user has already been submitted to the system, ahead of the interpreter. */
    boolean isAhead(User user) {
        return false;
    }

    /** Returns whether a user whose pause is over may continue now, or later. */
    boolean permits(long now) {
        return true;
    }

    /** Returns when the step that a user begins now takes place, at the earliest. */
    long begins(User user) {
        return clock.now();
    }

    /** Handles a connection or answer that is overdue. */
    void overdue(User user, long now) {
        fail(user, ErrorKind.TIMEOUT, null);
    }

    @Override
    public abstract void close() throws IOException;

    /** Returns the counters of open connections and pending requests. */
    TrafficCounters traffic() {
        return traffic;
    }

    void moved(int count) {
        traffic.moved(count);
        clock.allow((count >>> 13) * PART_COST);
    }

    User user(int id) {
        return users[id];
    }

    ScriptInterpreter interpreter() {
        return interpreter;
    }

    /** Returns the earliest time at which it has something to do unasked, or {@code otherwise} if that is earlier. */
    long nextDue(long otherwise) {
        return watches.nextDue(otherwise);
    }

    /** Fails those whose answer or connection is overdue. */
    void due(long now) {
        for (int id = watches.overdue(now); id >= 0; id = watches.overdue(now)) {
            overdue(users[id], now);
        }
    }

    // ---- connections

    /** Accounts for a connect that begins. */
    void connecting(User user, long now) {
        clock.allow(CONNECT_COST);
        traffic.connects();
        user.connecting = now;
        user.connected = false;
        user.answered = false;
        user.group.recorder().connecting(user.base, user.free, now);
    }

    /** Makes the user wait for its connection. */
    void awaitConnection(User user) {
        traffic.waitsForConnect();
        user.wait = User.Wait.CONNECTED;
        user.waited = true;
        watches.watch(user, user.connecting);
    }

    /** Called when the connection for which a user waited is there. */
    void connectionIsThere(User user) {
        traffic.connectIsOver();
        connected(user);
        interpreter.advance(user);
    }

    void connected(User user) {
        long now = clock.now();
        user.connected = true;
        traffic.opened();
        user.group.recorder().connected(now - user.connecting);
        user.free = now;
        // An open-loop arrival has been waiting since its scheduled time; a closed-loop user begins when it has a
        // connection.
        if (!user.arrived) {
            user.base = now;
        }
        user.pc++;
    }

    /** Closes the connection. */
    void drop(User user) {
        isClosed(user);
        release(user);
    }

    /** Accounts for a connection that is being closed. */
    void isClosed(User user) {
        if (user.connected) {
            traffic.closed();
        } else if (user.wait == User.Wait.CONNECTED) {
            traffic.connectIsOver();
        }
        user.connected = false;
    }

    void fail(User user, IOException cause) {
        reserve.stopIfNeeded(cause, traffic.open(), users.length);
        fail(user, ErrorClassifier.kind(cause), cause);
    }

    void fail(User user, ErrorKind kind, @Nullable IOException cause) {
        long now = clock.now();
        ErrorCounts errors = user.group.recorder().errors();
        if (errors.count(kind)) {
            errors.example(kind, ErrorClassifier.describe(user, kind, cause, contents));
        }
        if (user.expecting >= 0) {
            user.group.recorder().gone(user.intended, now, kind, user.frames);
            traffic.expectsNothing(user);
        }
        user.sendTo = user.sendFrom;
        drop(user);
        interpreter.failed(user, kind, now);
    }

    // ---- requests

    /**
     * Writes a request and arms its expectation; returns false if the rest is still pending or the write failed.
     *
     * @param payload -1: nothing is sent, the peer speaks first
     * @param expectation -1: no answer is expected
     */
    boolean send(User user, int payload, int expectation) {
        long now = begins(user);
        user.intended = user.base;
        user.wrote = now;
        user.payload = payload;
        int offset = payload < 0 ? 0 : contents.offset(payload, user.id, user.requests);
        user.requests++;
        user.frames = payload < 0 ? 1 : contents.frames(payload);
        user.group.recorder().written(user.base, user.free, now, user.frames);
        if (expectation >= 0) {
            user.group.recorder().started(user.base, user.frames);
            traffic.expects(user, expectation);
            user.answerAt = contents.answerOffset(expectation, offset);
            user.answerTo = user.answerAt + contents.answerSize(expectation);
            user.http = reader(user.http, contents.http(expectation));
            watches.watch(user, now);
            listen(user);
        }
        user.base = now;
        return payload < 0 || write(user, offset);
    }

    private static @Nullable HttpAnswer reader(@Nullable HttpAnswer before, Expectation.@Nullable Http expected) {
        if (expected == null) {
            return null;
        }
        return before == null ? new HttpAnswer(expected) : before.expect(expected);
    }

    /** Verifies received bytes of an answer, all that the buffer holds; returns false if one of them is wrong, and the user has failed. */
    boolean verify(User user, ByteBuffer in) {
        int count = in.remaining();
        int size = Math.min(count, user.answerTo - user.answerAt);
        int right = contents.right(user.expecting, user.answerAt, in, size);
        if (right < size) {
            byte found = in.get(in.position() + right);
            fail(user, ErrorKind.WRONG_ECHO, ErrorClassifier.wrongByte(user, contents, user.answerAt + right, found));
            return false;
        }
        user.answerAt += size;
        if (count > size) {
            fail(user, ErrorKind.WRONG_ECHO, new IOException(count - size + " bytes too many after the answer"));
            return false;
        }
        return true;
    }

    /** The peer has ended the stream, which is what the user expects or an error. */
    void ended(User user) {
        if (user.expecting >= 0 && contents.isEnd(user.expecting)) {
            drop(user);
            answered(user, user.frames, clock.now());
        } else {
            fail(user, ErrorKind.UNEXPECTED_CLOSE, null);
        }
    }

    /** That many more of the frames that were sent together have been answered. */
    void answered(User user, int frames, long now) {
        user.group.recorder().answered(user.intended, user.wrote, now, frames);
        user.frames -= frames;
        user.answered = true;
        watches.answered(now);
        if (user.frames > 0) {
            return;
        }
        traffic.expectsNothing(user);
        user.failures = 0;
        user.done = now;
        user.free = now;
        if (user.wait == User.Wait.ANSWER) {
            interpreter.advance(user);
        }
    }
}
