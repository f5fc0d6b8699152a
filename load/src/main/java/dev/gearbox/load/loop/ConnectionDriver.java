package dev.gearbox.load.loop;

import dev.gearbox.load.plan.Expectation;
import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.report.ErrorCounts;
import dev.gearbox.load.report.ErrorKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Opens and closes the connections, writes requests and verifies each byte of the answers. Notifies {@link ScriptInterpreter} when a user can continue or has
 * failed.
 */
final class ConnectionDriver {
    /** The time that a connect, a close or another 8 KiB of a payload may take before the clock counts it as a gap. */
    private static final long CONNECT_COST = 100_000;

    private static final long PART_COST = 20_000;

    private final LoadClock clock;
    private final Selector selector;
    private final SourceAddresses sources;
    private final PayloadContents contents;
    private final ScriptInterpreter interpreter;
    private final User[] users;
    private final TimeoutWatch watches;
    private final ReservedDescriptors reserve;
    private final ByteBuffer in = ByteBuffer.allocateDirect(256 << 10);

    private final TrafficCounters traffic = new TrafficCounters();

    ConnectionDriver(
            LoadClock clock,
            Selector selector,
            SourceAddresses sources,
            PayloadContents contents,
            ScriptInterpreter interpreter,
            User[] users,
            TimeoutWatch watches,
            ReservedDescriptors reserve) {
        this.clock = clock;
        this.selector = selector;
        this.sources = sources;
        this.contents = contents;
        this.interpreter = interpreter;
        this.users = users;
        this.watches = watches;
        this.reserve = reserve;
    }

    /** Returns the counters of open connections and pending requests. */
    TrafficCounters traffic() {
        return traffic;
    }

    private void moved(int count) {
        traffic.moved(count);
        clock.allow((count >>> 13) * PART_COST);
    }

    int sources() {
        return sources.count();
    }

    /** Fails those whose answer or connection is overdue. */
    void due(long now) {
        for (int id = watches.overdue(now); id >= 0; id = watches.overdue(now)) {
            fail(users[id], ErrorKind.TIMEOUT, null);
        }
    }

    // ---- connections

    /** Begins to connect; returns false if the connect is pending or has failed. */
    boolean connect(User user) {
        long now = clock.now();
        clock.allow(CONNECT_COST);
        traffic.connects();
        user.connecting = now;
        user.group.recorder().connecting(user.base, now);
        try {
            SocketChannel channel = sources.connect();
            user.channel = channel;
            user.connected = false;
            user.answered = false;
            // On the loopback the connection is mostly established by now; this saves a pass through the selector.
            boolean there = channel.finishConnect();
            user.key = channel.register(selector, there ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, user);
            if (there) {
                connected(user);
                return true;
            }
            traffic.waitsForConnect();
            user.wait = User.Wait.CONNECTED;
            user.waited = true;
            watches.watch(user, now);
        } catch (IOException e) {
            reserve.stopIfNeeded(e, traffic.open(), users.length);
            fail(user, ErrorClassifier.kind(e), e);
        }
        return false;
    }

    private void connected(User user) {
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

    /** Closes the connection as the script says; returns false if unexpected bytes had arrived. */
    boolean close(User user) {
        try {
            in.clear();
            int extra = user.channel().read(in);
            if (extra > 0) {
                fail(user, ErrorKind.WRONG_ECHO, new IOException(extra + " bytes too many before the close"));
                return false;
            }
        } catch (IOException e) {
            fail(user, ErrorClassifier.kind(e), e);
            return false;
        }
        drop(user);
        clock.allow(CONNECT_COST);
        user.base = clock.now();
        return true;
    }

    /** Closes all connections. */
    void drop(User user) {
        if (user.connected) {
            traffic.closed();
        } else if (user.wait == User.Wait.CONNECTED) {
            traffic.connectIsOver();
        }
        SocketChannel channel = user.channel;
        user.connected = false;
        user.channel = null;
        user.key = null;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException expected) {
                // The peer has reset the connection, so it is closed already; the error has been counted.
            }
        }
    }

    private void fail(User user, ErrorKind kind, @Nullable IOException cause) {
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
        long now = clock.now();
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
            if (user.key().interestOps() == 0) {
                user.key().interestOps(SelectionKey.OP_READ);
            }
        }
        user.base = now;
        if (payload < 0) {
            return true;
        }
        user.sendFrom = offset;
        user.sendTo = offset + contents.size(payload);
        try {
            if (write(user)) {
                return true;
            }
            user.wait = User.Wait.SENT;
            user.waited = true;
            user.key().interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        } catch (IOException e) {
            fail(user, ErrorClassifier.kind(e), e);
        }
        return false;
    }

    private boolean write(User user) throws IOException {
        int count = user.channel().write(contents.part(user.payload, user.sendFrom, user.sendTo));
        user.sendFrom += count;
        moved(count);
        return user.sendFrom == user.sendTo;
    }

    /** Handles an event on a connection. */
    void event(SelectionKey key) {
        var user = (User) key.attachment();
        if (!key.equals(user.key)) {
            // Closed earlier in the same round.
            return;
        }
        try {
            if (!user.connected) {
                if (user.channel().finishConnect()) {
                    traffic.connectIsOver();
                    key.interestOps(SelectionKey.OP_READ);
                    connected(user);
                    interpreter.advance(user);
                }
                return;
            }
            int ready = key.readyOps();
            if ((ready & SelectionKey.OP_WRITE) != 0 && write(user)) {
                key.interestOps(SelectionKey.OP_READ);
                interpreter.advance(user);
            }
            if ((ready & SelectionKey.OP_READ) != 0 && key.equals(user.key)) {
                read(user);
            }
        } catch (IOException e) {
            fail(user, ErrorClassifier.kind(e), e);
        }
    }

    private void read(User user) throws IOException {
        if (user.expecting < 0 && interpreter.isDeaf(user)) {
            // The peer speaks first: its bytes are read when the script expects them.
            user.key().interestOps(0);
            return;
        }
        in.clear();
        int count = user.channel().read(in);
        moved(Math.max(0, count));
        long now = clock.now();
        if (count <= 0) {
            if (count < 0) {
                fail(user, ErrorKind.UNEXPECTED_CLOSE, null);
            }
            return;
        }
        in.flip();
        if (user.expecting < 0) {
            fail(user, ErrorKind.WRONG_ECHO, new IOException(count + " unexpected bytes"));
            return;
        }
        HttpAnswer http = user.http;
        if (http != null) {
            readHttp(user, http, now);
            return;
        }
        int size = Math.min(count, user.answerTo - user.answerAt);
        int right = contents.right(user.expecting, user.answerAt, in, size);
        if (right < size) {
            fail(
                    user,
                    ErrorKind.WRONG_ECHO,
                    ErrorClassifier.wrongByte(user, contents, user.answerAt + right, in.get(right)));
            return;
        }
        user.answerAt += size;
        if (count > size) {
            fail(user, ErrorKind.WRONG_ECHO, new IOException(count - size + " bytes too many after the answer"));
            return;
        }
        int left = contents.framesIn(user.expecting, user.answerTo - user.answerAt);
        if (left < user.frames) {
            answered(user, user.frames - left, now);
        }
    }

    private static @Nullable HttpAnswer reader(@Nullable HttpAnswer before, Expectation.@Nullable Http expected) {
        if (expected == null) {
            return null;
        }
        return before == null ? new HttpAnswer(expected) : before.expect(expected);
    }

    private void readHttp(User user, HttpAnswer answer, long now) {
        try {
            boolean complete = answer.read(in);
            user.answerAt = answer.body();
            if (in.hasRemaining()) {
                throw new IOException(in.remaining() + " bytes too many after the answer");
            }
            if (complete) {
                answered(user, 1, now);
            }
        } catch (HttpAnswer.StatusException other) {
            fail(user, ErrorKind.STATUS, other);
        } catch (IOException wrong) {
            fail(user, ErrorKind.WRONG_ECHO, wrong);
        }
    }

    /** That many more of the frames that were sent together have been answered. */
    private void answered(User user, int frames, long now) {
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
