package dev.gearbox.core;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The side of a connection that faces its engine: a state machine without a socket. The engine tells it what the socket said ({@link
 * #received}, {@link #inputEnded}, {@link #sent}, {@link #failed}) and asks it what is due ({@link #next}, {@link #reading}); it keeps the
 * session's callbacks in order, what was read and not taken, what was written and not sent, and how far each direction has ended. So every
 * engine gets back-pressure, half-close, timers and the order of callbacks from one place, and a connection can change engines whole.
 *
 * <p><b>Turns.</b> All methods but {@link #execute} and its kin belong in a <em>turn</em>: one thread at a time, with the last turn's effects
 * visible to the next. How turns are kept apart is the engine's affair (a loop's own thread, a lock, a run-again flag). After each turn the
 * engine does what {@link #next} says until it says {@link Next#REST}.
 */
public final class EngineSide {
    /** What the engine has to do for this connection. */
    public enum Next {
        /** Write {@link #output} to the socket, then say how much went out with {@link #sent}. */
        SEND,
        /** End the socket's output, then say so with {@link #outputEnded}. */
        END_OUTPUT,
        /** Close the socket, then say so with {@link #closed}. */
        CLOSE,
        /** Nothing, until the socket, a wake-up or a timer brings another turn. */
        REST
    }

    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private final Connection connection = new Connection(this);
    private final Protocol protocol;
    private final Options options;
    private final SocketAddress localAddress;
    private final SocketAddress remoteAddress;
    private final @Nullable Listener listener;
    private @Nullable CompletableFuture<Connection> opened;
    private final long born = System.nanoTime();

    private final Mailbox mailbox = new Mailbox();
    private final Timers timers = new Timers(this);
    private final Unread unread = new Unread();
    private volatile @Nullable Transport transport;
    private volatile boolean over;

    private @Nullable Session session;
    private @Nullable Thread inCallback;
    private @Nullable Outbound outbound;
    private @Nullable PooledBuffer offered;
    private @Nullable Throwable cause;

    private boolean paused;
    private boolean offerOwed;
    private boolean aboveHigh;
    private boolean inputEnded;
    private boolean endTold;
    private boolean endAsked;
    private boolean outputEnded;
    private boolean closing;
    private boolean lingered;
    private boolean failed;

    /**
     * A connection whose session is not open yet.
     *
     * @param listener where it came in; null for one that we opened
     * @param opened completed when the session is open, or failed with what prevented it; null if nobody waits for it
     */
    public EngineSide(
            Protocol protocol,
            Options options,
            SocketAddress localAddress,
            SocketAddress remoteAddress,
            @Nullable Listener listener,
            @Nullable CompletableFuture<Connection> opened) {
        this.protocol = protocol;
        this.options = options;
        this.localAddress = localAddress;
        this.remoteAddress = remoteAddress;
        this.listener = listener;
        this.opened = opened;
    }

    // ---- What the engine tells
    // ----------------------------------------------------------------------------------------------------

    /**
     * The engine has this connection now: opens the session if it is new, and makes up for what happened while it had no engine.
     *
     * @return false if the engine is closing and does not take it: the caller closes the socket, nothing else
     */
    public boolean open(Transport engineTransport) {
        transport = engineTransport;
        EngineBase engine = engineTransport.engine();
        if (!engine.enter(this)) {
            Throwable reason = new EngineClosedException(engine + " is closed");
            refuse(reason);
            if (session == null) {
                over = true;
            } else {
                fail(reason);
                closed();
            }
            return false;
        }
        if (session == null) {
            engine.counters().queueNanos.add(System.nanoTime() - born);
            outbound = new Outbound(engine.pool());
            openSession();
        } else {
            timers.resume(engineTransport);
            offerOwed = !unread.isEmpty();
        }
        turn();
        afterCallback();
        return true;
    }

    private void openSession() {
        inCallback = Thread.currentThread();
        try {
            session = requireNonNull(protocol.open(connection), "the protocol returned no session");
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, () -> "the protocol opened no session on " + connection, thrown);
            fail(thrown);
        } finally {
            inCallback = null;
        }
        CompletableFuture<Connection> waiting = opened;
        opened = null;
        if (waiting != null && session != null) {
            waiting.complete(connection);
        } else if (waiting != null) {
            waiting.completeExceptionally(requireNonNull(cause));
        }
    }

    /** Tells whoever waits for the connection that there will be none. */
    public void refuse(Throwable reason) {
        CompletableFuture<Connection> waiting = opened;
        opened = null;
        if (waiting != null) {
            waiting.completeExceptionally(reason);
        }
    }

    /**
     * Bytes came: those in {@code buffer}, up to its memory's position. What the session leaves is copied away; but until its answer is sent
     * or {@link #keepOutput} was called the buffer may be part of that answer, so it is not to be read into before.
     */
    public void received(PooledBuffer buffer) {
        engine().counters().bytesRead.add(buffer.memory().position());
        if (ignoresInput()) {
            return;
        }
        BufferPool pool = engine().pool();
        if (paused) {
            // A read that was under way when a task paused.
            unread.append(buffer, pool);
            offerOwed = true;
            return;
        }
        if (unread.isEmpty()) {
            offer(buffer);
            if (buffer.untaken() > 0 && !ignoresInput()) {
                unread.append(buffer, pool);
            }
        } else {
            unread.append(buffer, pool);
            offerUnread();
        }
        checkUnread();
        afterCallback();
    }

    /** After an offer: what was not offered yet is not the session's fault. */
    private void checkUnread() {
        if (unread.size() > options.unreadCap()) {
            fail(new UnreadOverflowException("the session leaves " + unread.size() + " bytes untaken, more than "
                    + options.unreadCap() + " (Options.unreadCap)"));
        }
    }

    private void offerUnread() {
        PooledBuffer buffer = unread.buffer();
        if (buffer != null && !ignoresInput()) {
            offer(buffer);
            unread.trim();
        }
    }

    /** A session that kept the buffer of an earlier call can move this one's marks, from any thread: that ends a connection, never a loop. */
    private void offer(PooledBuffer buffer) {
        ByteBuffer in = buffer.in;
        offered = buffer;
        inCallback = Thread.currentThread();
        try {
            in.clear().limit(buffer.memory().position()).position(buffer.taken);
            requireNonNull(session).received(in);
            buffer.take(in.position());
        } catch (Throwable thrown) {
            fail(thrown);
        } finally {
            inCallback = null;
            offered = null;
        }
    }

    /** The peer sends no more. */
    public void inputEnded() {
        if (inputEnded) {
            return;
        }
        inputEnded = true;
        afterCallback();
    }

    private void tellEnd() {
        endTold = true;
        inCallback = Thread.currentThread();
        try {
            if (!requireNonNull(session).ended()) {
                endAsked = true;
            }
        } catch (Throwable thrown) {
            fail(thrown);
        } finally {
            inCallback = null;
        }
    }

    /** {@code count} bytes of {@link #output} went out; perhaps none. */
    public void sent(int count) {
        Outbound queue = out();
        queue.sent(count);
        engine().counters().bytesWritten.add(count);
        if (aboveHigh && queue.size() <= options.lowWater()) {
            aboveHigh = false;
            if (session != null && !failed && !closing) {
                offerOwed |= !unread.isEmpty();
                callback(session::writable);
                afterCallback();
            }
        }
    }

    /** The socket's output was ended, as {@link Next#END_OUTPUT} asked. */
    public void outputEnded() {
        outputEnded = true;
    }

    /** The socket failed: the connection is to be closed with this cause. Words of the kernel for a reset all become one. */
    public void failed(Throwable thrown) {
        fail(ConnectionResetException.unify(thrown));
    }

    /** The socket is closed, as {@link Next#CLOSE} asked: tells the session and forgets everything. */
    public void closed() {
        if (over) {
            return;
        }
        over = true;
        timers.clear();
        out().clear();
        unread.clear();
        if (session != null) {
            inCallback = Thread.currentThread();
            try {
                session.closed(cause);
            } catch (Throwable thrown) {
                LOG.log(Level.WARNING, () -> "closed() threw on " + connection, thrown);
            } finally {
                inCallback = null;
            }
        }
        engine().leave(this);
    }

    /**
     * Runs the tasks that came from anywhere since the last turn. Called whenever {@link Transport#wake} asked for a turn. What those tasks add
     * has asked for another one: a task that posts itself again does not starve the rest of the loop.
     */
    public void turn() {
        for (Mailbox.Letter letter = mailbox.takeAll(); letter != null && !failed && !over; letter = letter.next()) {
            callback(letter.task());
            afterCallback();
        }
    }

    /**
     * The engine lets go, between two turns; after it only another engine's {@link #open} may follow. Everything but the socket is in here and
     * stays: the session, both queues of bytes, the mailbox, how far each direction has ended, and the timers, which are on no clock meanwhile.
     */
    public void detach() {
        timers.suspend();
        engine().leave(this);
    }

    // ---- What the engine asks
    // -----------------------------------------------------------------------------------------------------

    /** What is due now. */
    public Next next() {
        if (over) {
            return Next.REST;
        }
        Outbound queue = out();
        if (failed || (closing && (queue.size() == 0 || lingered))) {
            return Next.CLOSE;
        }
        if (queue.size() > 0) {
            return queue.shown() ? Next.REST : Next.SEND;
        }
        if (endAsked && !outputEnded) {
            return Next.END_OUTPUT;
        }
        return endTold && outputEnded ? Next.CLOSE : Next.REST;
    }

    /** Whether the engine should read from the socket: not while the session pauses, nor above the high-water mark. */
    public boolean reading() {
        return !paused && !aboveHigh && !inputEnded && !failed && !closing && !over;
    }

    /**
     * The bytes to send next, in one piece. The engine may go on sending them outside the turn, and says at its end with {@link #sent} how many
     * went; until then {@link #next} does not ask again.
     */
    public ByteBuffer output() {
        return out().head();
    }

    /** Whether something is to be done once the {@code length} bytes of {@link #output} that are being sent are gone. In a turn. */
    public boolean outputAwaited(int length) {
        return out().size() > length || aboveHigh || endAsked || closing || failed;
    }

    /** Where the first byte of {@link #output} lies in memory, for engines that call the system themselves; valid as long as that is. */
    public long outputAddress() {
        return out().headAddress();
    }

    /** Makes the unsent part of an answer independent of the buffer that was read into. Not while {@link #output} is being sent. */
    public void keepOutput() {
        out().keep();
    }

    /**
     * Whether all that the session wrote has gone out and nothing failed: then the end that {@link Next#CLOSE} asks for is a clean one. For
     * transports that say so to the peer.
     */
    public boolean endsCleanly() {
        return !failed && out().size() == 0;
    }

    /** Whether tasks wait for a turn. From any thread. */
    public boolean hasMail() {
        return !mailbox.isEmpty();
    }

    /** Whether it is all over. From any thread. */
    public boolean isOver() {
        return over;
    }

    /** How the connection was to be treated. */
    public Options options() {
        return options;
    }

    /** Where it came in; null for one that we opened. */
    public @Nullable Listener listener() {
        return listener;
    }

    Connection connection() {
        return connection;
    }

    // ---- What the session asks
    // ----------------------------------------------------------------------------------------------------

    boolean write(ByteBuffer data) {
        requireCallback("write");
        if (failed) {
            data.position(data.limit());
            return true;
        }
        if (endAsked || closing) {
            throw new IllegalStateException("write() after " + (closing ? "close()" : "end()"));
        }
        Outbound queue = out();
        if (aboveHigh && queue.size() + data.remaining() > options.backlogCap()) {
            fail(new BacklogOverflowException("the session goes on writing although write() returned false; "
                    + queue.size() + " bytes wait (Options.backlogCap is " + options.backlogCap() + ")"));
            return false;
        }
        queue.append(data, offered);
        if (queue.size() > options.highWater()) {
            aboveHigh = true;
        }
        return !aboveHigh;
    }

    long queued() {
        requireCallback("queued");
        return out().size();
    }

    void end() {
        requireCallback("end");
        endAsked = true;
    }

    void pause() {
        requireCallback("pause");
        paused = true;
    }

    void resume() {
        requireCallback("resume");
        if (paused) {
            paused = false;
            // Not from within received(): what is left then waits for more, or a session that pauses and resumes would
            // spin.
            offerOwed |= !unread.isEmpty() && offered == null;
        }
    }

    void close() {
        if (entered()) {
            startClosing();
        } else {
            execute(this::startClosing);
        }
    }

    private void startClosing() {
        if (closing || over) {
            return;
        }
        closing = true;
        if (options.linger().isZero()) {
            lingered = true;
        } else if (out().size() > 0) {
            schedule(options.linger(), () -> lingered = true);
        }
    }

    /** Closes the connection under its session, without linger. From any thread. */
    public void abort(Throwable reason) {
        execute(() -> fail(reason));
    }

    void execute(Runnable task) {
        if (over) {
            return;
        }
        mailbox.add(task);
        Transport now = transport;
        if (now != null) {
            now.wake();
        }
    }

    Cancellable schedule(Duration delay, Runnable task) {
        Timers.Timer timer = timers.create(delay, task);
        inTurn(() -> timers.add(timer, requireNonNull(transport)));
        return timer;
    }

    /** Runs {@code task} at once if this is a callback of the session, otherwise as one. */
    void inTurn(Runnable task) {
        if (over) {
            return;
        }
        if (entered()) {
            task.run();
        } else {
            execute(task);
        }
    }

    EngineBase engine() {
        return requireNonNull(transport, "not with an engine yet").engine();
    }

    SocketAddress localAddress() {
        return localAddress;
    }

    SocketAddress remoteAddress() {
        return remoteAddress;
    }

    /** Whether the current thread is in a callback of this session: exact, since only this thread could have said so of itself. */
    @SuppressWarnings("ReferenceEquality") // a thread is itself
    boolean entered() {
        return inCallback == Thread.currentThread();
    }

    // ---- Callbacks
    // ----------------------------------------------------------------------------------------------------------------

    private void callback(Runnable task) {
        inCallback = Thread.currentThread();
        try {
            task.run();
        } catch (Throwable thrown) {
            fail(thrown);
        } finally {
            inCallback = null;
        }
    }

    /** What the session is to be told before the engine goes on: of untaken bytes that it wants to see again, then of the peer's end. */
    private void afterCallback() {
        while (!paused && !ignoresInput()) {
            if (offerOwed) {
                if (aboveHigh) {
                    return;
                }
                offerOwed = false;
                offerUnread();
                checkUnread();
            } else if (inputEnded && !endTold) {
                tellEnd();
            } else {
                return;
            }
        }
    }

    private boolean ignoresInput() {
        return session == null || failed || closing;
    }

    private void fail(Throwable reason) {
        if (!failed && !over) {
            failed = true;
            if (!closing) {
                cause = reason;
            }
        }
    }

    private void requireCallback(String what) {
        if (!entered()) {
            throw new IllegalStateException(
                    what + "() belongs in a callback of this connection's session: use connection.execute(...)");
        }
    }

    private Outbound out() {
        return requireNonNull(outbound, "not open yet");
    }
}
