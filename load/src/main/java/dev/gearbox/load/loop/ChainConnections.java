package dev.gearbox.load.loop;

import dev.gearbox.engines.linux.uring.SocketRing;
import dev.gearbox.load.chain.AddressPairs;
import dev.gearbox.load.chain.Chains;
import dev.gearbox.load.chain.TurnLimiter;
import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.plan.Program;
import dev.gearbox.load.report.ErrorKind;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Drives the connections with one chain of io_uring for each turn of a user ({@link Chains}). The kernel runs ahead and the interpreter follows: the first
 * step of a turn submits all of it, and the steps that follow are only accounted for, each when what it waits for has happened.
 *
 * <pre>
 *   interpreter   SEND bye ·············► answer: CLOSE, CONNECT ···► connected: SEND hello ·► answer: PAUSE
 *   kernel        send ─ receive ─ close ─ socket ─ connect ─ send ─ receive
 * </pre>
 *
 * <p>A step that the kernel began on its own took place after the loop's last look at the ring, at which what it waited for had not happened. It counts
 * from that look, so that no time is understated.
 */
final class ChainConnections extends ConnectionDriver implements Chains.Events {
    /** The time that the first request of a turn, a send or a connect, may take while it is submitted, before the clock counts it as a gap. */
    private static final long SUBMIT_COST = 20_000;

    private final int addresses;
    private final Chains chains;
    private final Runnable noticed;

    /** By user: how many of the next steps have been submitted, and whether the current one has timed out. */
    private final int[] ahead;

    private final boolean[] timedOut;
    private final TurnLimiter limiter = new TurnLimiter();
    private long looked;
    private int submitted;

    /**
     * Creates the ring.
     *
     * @param addresses over which the users are spread
     * @param noticed is called before each event
     */
    ChainConnections(
            LoadClock clock,
            PayloadContents contents,
            ScriptInterpreter interpreter,
            User[] users,
            TimeoutWatch watches,
            ReservedDescriptors reserve,
            AddressPairs addresses,
            Program program,
            Runnable noticed)
            throws IOException {
        super(clock, contents, interpreter, users, watches, reserve);
        this.noticed = noticed;
        this.addresses = addresses.count();
        ahead = new int[users.length];
        timedOut = new boolean[users.length];
        chains = new Chains(program, contents, users.length, addresses, this);
    }

    @Override
    String describe() {
        return "uring";
    }

    @Override
    int addresses() {
        return addresses;
    }

    @Override
    boolean isAhead(User user) {
        return ahead[user.id] > 0;
    }

    @Override
    boolean permits(long now) {
        return limiter.permits(now);
    }

    @Override
    long begins(User user) {
        return isAhead(user) ? looked : clock.now();
    }

    /** Submits the turn that begins at this position, unless this step is part of one that has been. */
    private void step(User user, int pc, int request) {
        if (!isAhead(user)) {
            ahead[user.id] = chains.steps(pc);
            chains.submit(user.id, pc, request);
            limiter.begins(clock.now());
            submitted++;
        }
        ahead[user.id]--;
    }

    @Override
    boolean connect(User user) {
        connecting(user, begins(user));
        step(user, user.pc, user.requests);
        awaitConnection(user);
        return false;
    }

    @Override
    boolean send(User user, int payload, int expectation) {
        if (isAhead(user) && !user.arrived && user.base - looked > 0) {
            user.base = looked;
        }
        return super.send(user, payload, expectation);
    }

    @Override
    boolean write(User user, int offset) {
        // The interpreter and the request are one further.
        step(user, user.pc - 1, user.requests - 1);
        moved(contents.size(user.payload));
        return true;
    }

    @Override
    void listen(User user) {
        timedOut[user.id] = false;
    }

    @Override
    boolean close(User user, boolean reset) {
        if (reset) {
            throw new IllegalStateException("chains close in order");
        }
        if (!isAhead(user)) {
            throw new IllegalStateException("a close always belongs to the turn of the answer before it");
        }
        step(user, user.pc, user.requests);
        isClosed(user);
        user.base = looked;
        return true;
    }

    @Override
    void release(User user) {
        ahead[user.id] = 0;
        timedOut[user.id] = false;
        chains.drop(user.id);
    }

    @Override
    void overdue(User user, long now) {
        if (chains.cancel(user.id)) {
            timedOut[user.id] = true;
            // If the request succeeds nevertheless, in part, it is cancelled again.
            watches.watch(user, now);
        } else {
            super.overdue(user, now);
        }
    }

    @Override
    void poll() {
        looked = clock.now();
        deliver(enter(0));
    }

    @Override
    void await(long nanos) {
        if (nanos > 0) {
            int count = enter(nanos);
            // The wait ended with the first event.
            looked = clock.now();
            deliver(count);
        }
    }

    private int enter(long nanos) {
        clock.allow(submitted * SUBMIT_COST);
        clock.wrote(submitted);
        submitted = 0;
        return chains.enter(nanos);
    }

    private void deliver(int count) {
        if (count > 0) {
            // The kernel has sent, closed and connected meanwhile.
            clock.allow(count * CONNECT_COST);
            chains.deliver();
        }
    }

    @Override
    public void connected(int id) {
        noticed.run();
        connectionIsThere(user(id));
    }

    @Override
    public void answered(int id, ByteBuffer in, int check) {
        noticed.run();
        User user = user(id);
        moved(in.remaining());
        long now = clock.now();
        if (!verify(user, in)) {
            return;
        }
        if (check > 0) {
            fail(user, ErrorKind.WRONG_ECHO, new IOException("at least 1 bytes too many before the close"));
        } else if (check < 0 && check != SocketRing.NOTHING) {
            fail(user, SocketRing.failure(check, false));
        } else {
            answered(user, user.frames, now);
        }
    }

    @Override
    public void broken(int id, boolean connecting, ByteBuffer in, int result) {
        noticed.run();
        User user = user(id);
        if (in.hasRemaining() && !verify(user, in)) {
            return;
        }
        if (timedOut[id] && (result == 0 || result == SocketRing.CANCELLED)) {
            fail(user, ErrorKind.TIMEOUT, null);
        } else if (result == 0) {
            fail(user, ErrorKind.UNEXPECTED_CLOSE, null);
        } else {
            fail(user, SocketRing.failure(result, connecting));
        }
    }

    @Override
    public void close() throws IOException {
        chains.close();
    }
}
