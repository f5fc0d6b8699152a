package dev.gearbox.load.loop;

import dev.gearbox.load.address.SourceAddresses;
import dev.gearbox.load.plan.HttpAnswer;
import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.plan.Portions;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.schedule.PortionTimers;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Drives the connections with the JDK's selector, a step at a time: runs every script, on every system. A user with {@link Portions} has no interest in the
 * direction of which it has had its portion, until the next is due.
 */
final class SelectorConnections extends ConnectionDriver {
    /** The timeout of a selector is in milliseconds; for less time, the thread parks and sees no events. */
    private static final long MILLI = 1_000_000;

    private final SourceAddresses sources;
    private final Selector selector = Selector.open();
    private final Consumer<SelectionKey> action;
    private final String description;
    private final ByteBuffer in = ByteBuffer.allocateDirect(256 << 10);
    private final PortionTimers portionTimers;

    /**
     * Opens a selector.
     *
     * @param noticed is called before each event
     * @param description for the report
     */
    SelectorConnections(
            LoadClock clock,
            PayloadContents contents,
            ScriptInterpreter interpreter,
            User[] users,
            TimeoutWatch watches,
            ReservedDescriptors reserve,
            SourceAddresses sources,
            Runnable noticed,
            String description)
            throws IOException {
        super(clock, contents, interpreter, users, watches, reserve);
        this.sources = sources;
        this.description = description;
        portionTimers = new PortionTimers(users.length);
        action = key -> {
            noticed.run();
            event(key);
        };
    }

    @Override
    String describe() {
        return description;
    }

    @Override
    int addresses() {
        return sources.count();
    }

    @Override
    void poll() throws IOException {
        selector.selectNow(action);
    }

    @Override
    void await(long nanos) throws IOException {
        if (nanos >= MILLI) {
            selector.select(action, nanos / MILLI);
        } else if (nanos > 0) {
            LockSupport.parkNanos(nanos);
        }
    }

    @Override
    boolean connect(User user) {
        connecting(user, clock.now());
        try {
            SocketChannel channel = sources.connect(user.group.portions().receiveBuffer());
            user.channel = channel;
            // On the loopback the connection is mostly established by now; this saves a pass through the selector.
            boolean there = channel.finishConnect();
            user.key = channel.register(selector, there ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, user);
            if (there) {
                connected(user);
                return true;
            }
            awaitConnection(user);
        } catch (IOException e) {
            fail(user, e);
        }
        return false;
    }

    @Override
    boolean close(User user, boolean reset) {
        try {
            in.clear();
            int extra = user.channel().read(in);
            if (extra > 0) {
                fail(user, ErrorKind.WRONG_ECHO, new IOException(extra + " bytes too many before the close"));
                return false;
            }
            if (reset) {
                // Of a socket that does not linger the system discards what is queued, and resets the connection.
                user.channel().setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException e) {
            fail(user, e);
            return false;
        }
        drop(user);
        clock.allow(CONNECT_COST);
        user.base = clock.now();
        return true;
    }

    @Override
    long nextDue(long otherwise) {
        return portionTimers.nextDue(super.nextDue(otherwise));
    }

    @Override
    void due(long now) {
        super.due(now);
        for (int id = portionTimers.nextToRead(now); id >= 0; id = portionTimers.nextToRead(now)) {
            await(user(id), user(id).key().interestOps() & SelectionKey.OP_WRITE);
        }
        for (int id = portionTimers.nextToSend(now); id >= 0; id = portionTimers.nextToSend(now)) {
            writeOn(user(id));
        }
    }

    @Override
    void release(User user) {
        portionTimers.cancel(user.id);
        SocketChannel channel = user.channel;
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

    @Override
    void listen(User user) {
        if (user.key().interestOps() == 0) {
            await(user, 0);
        }
    }

    @Override
    boolean write(User user, int offset) {
        user.sendFrom = offset;
        user.sendTo = offset + contents.size(user.payload);
        try {
            if (write(user)) {
                return true;
            }
            user.wait = User.Wait.SENT;
            user.waited = true;
        } catch (IOException e) {
            fail(user, e);
        }
        return false;
    }

    /** Writes what the socket and the portions let through; returns whether that was the rest. */
    private boolean write(User user) throws IOException {
        Portions portions = user.group.portions();
        int to = user.sendFrom + PortionTimers.ofSend(portions, user.sendTo - user.sendFrom);
        int count = user.channel().write(contents.part(user.payload, user.sendFrom, to));
        user.sendFrom += count;
        clock.wrote(1);
        moved(count);
        if (user.sendFrom == user.sendTo) {
            return true;
        }
        if (user.sendFrom == to) {
            portionTimers.sent(user.id, portions, clock.now());
            await(user, 0);
        } else {
            await(user, SelectionKey.OP_WRITE);
        }
        return false;
    }

    private void writeOn(User user) {
        try {
            if (write(user)) {
                await(user, 0);
                interpreter().advance(user);
            }
        } catch (IOException e) {
            fail(user, e);
        }
    }

    /** Sets what the user's key waits for: room for writing as given, and bytes unless it has just read its portion. */
    private void await(User user, int writing) {
        user.key().interestOps(writing | (portionTimers.waitsToRead(user.id) ? 0 : SelectionKey.OP_READ));
    }

    private void event(SelectionKey key) {
        var user = (User) key.attachment();
        if (!key.equals(user.key)) {
            // Closed earlier in the same round.
            return;
        }
        try {
            if (!user.connected) {
                if (user.channel().finishConnect()) {
                    key.interestOps(SelectionKey.OP_READ);
                    connectionIsThere(user);
                }
                return;
            }
            int ready = key.readyOps();
            if ((ready & SelectionKey.OP_WRITE) != 0) {
                writeOn(user);
            }
            if ((ready & SelectionKey.OP_READ) != 0 && key.equals(user.key)) {
                read(user);
            }
        } catch (IOException e) {
            fail(user, e);
        }
    }

    private void read(User user) throws IOException {
        if (user.expecting < 0 && interpreter().isDeaf(user)) {
            // The peer speaks first: its bytes are read when the script expects them.
            user.key().interestOps(0);
            return;
        }
        Portions portions = user.group.portions();
        in.clear().limit(PortionTimers.ofRead(portions, in.capacity()));
        int count = user.channel().read(in);
        moved(Math.max(0, count));
        long now = clock.now();
        if (portions.receive().isPresent() && count > 0) {
            portionTimers.read(user.id, portions, now);
            await(user, user.key().interestOps() & SelectionKey.OP_WRITE);
        }
        if (count <= 0) {
            if (count < 0) {
                ended(user);
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
        if (!verify(user, in)) {
            return;
        }
        int left = contents.framesIn(user.expecting, user.answerTo - user.answerAt);
        if (left < user.frames) {
            answered(user, user.frames - left, now);
        }
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

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
