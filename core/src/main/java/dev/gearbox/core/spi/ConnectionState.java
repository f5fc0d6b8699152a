package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.concurrent.Mailbox;
import dev.gearbox.core.recording.ConnectionFailedEvent;
import dev.gearbox.core.sockets.DetachedSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A connection as its engine sees it: a state machine without a socket. The engine reports what happened on the socket ({@link #received}, {@link #inputEnded},
 * {@link #sent}, {@link #failed}) and asks what is due ({@link #next}, {@link #reading}). The state machine orders the session's callbacks and keeps the bytes
 * that are not yet taken or not yet sent, and the half-close state of each direction. So every engine gets back-pressure, half-close, timers and the order of
 * callbacks from one place, and a connection can change engines as a whole.
 *
 * <p>Its parts are {@link Callbacks}, {@link Inbound}, {@link Outbound}, {@link Mailbox} and {@link Timers}; {@link Lifecycle} handles opening and closing,
 * {@link EngineBinding} its move between engines, {@link LoopStall} callbacks that block a loop for too long.
 *
 * <p><b>Turns.</b> All methods except those for any thread must be called in a <em>turn</em>: one thread at a time, with the last turn's effects visible to the
 * next. The engine ensures this (with a loop's own thread, a lock, a run-again flag). After each turn the engine does what {@link #next} returns until that is
 * {@link Next#REST}.
 */
public final class ConnectionState {
    /** What the engine has to do for this connection. */
    public enum Next {
        /** Write {@link #output} to the socket, then report with {@link #sent} how much was sent. */
        SEND,
        /** Shut down the socket's output, then report it with {@link #outputEnded}. */
        END_OUTPUT,
        /** Close the socket, then report it with {@link #closed}. */
        CLOSE,
        /** Close the socket with a reset, whatever is unsent or in progress, then report it with {@link #closed}. */
        ABORT,
        /**
         * Hand over the socket: start no read or write, deregister it, cancel what is in progress and report its result; then {@link #released}. Returned until
         * then, unless something else has to be done first.
         */
        SHIFT,
        /** Nothing, until the socket, a wake-up or a timer brings another turn. */
        REST
    }

    private final Connection connection = new EngineConnection(this);
    private final Options options;
    private final SocketAddress localAddress;
    private final SocketAddress remoteAddress;
    private final @Nullable Listener listener;
    private final Mailbox mailbox = new Mailbox();
    private final Timers timers = new Timers(this);
    private final Callbacks callbacks = new Callbacks(this);
    private final Outbound outbound = new Outbound(this, callbacks);
    private final Inbound inbound = new Inbound(this, callbacks, outbound);
    private final EngineBinding binding = new EngineBinding(this, callbacks, inbound, outbound, timers);
    private final Lifecycle life;
    private final TurnBudget budget;
    private final LoopStall stall = new LoopStall(this);

    /** The bytes of each direction; other threads may see an old value. */
    private long bytesRead;

    private long bytesWritten;

    /**
     * Creates a connection whose session is not open yet.
     *
     * @param listener that accepted it; null for one that we opened
     * @param opened completed when the session is open, or failed with what prevented it; null if no caller waits for it
     */
    public ConnectionState(
            Protocol protocol,
            Options options,
            SocketAddress localAddress,
            SocketAddress remoteAddress,
            @Nullable Listener listener,
            @Nullable CompletableFuture<Connection> opened) {
        this.options = options;
        budget = new TurnBudget(outbound, options);
        this.localAddress = localAddress;
        this.remoteAddress = remoteAddress;
        this.listener = listener;
        life = new Lifecycle(this, callbacks, protocol, opened);
    }

    // ---- What the engine reports --------------------------------------------------------------------------------

    /**
     * The engine drives this connection now: opens the session if it is new, and handles what happened while it had no engine.
     *
     * @return false if the engine is closing and does not take it: the caller must then call {@link #declined}, and nothing else
     */
    public boolean open(Transport engineTransport) {
        boolean taken = binding.open(engineTransport);
        if (taken) {
            turn();
            settle();
        }
        return taken;
    }

    /** As {@link #declined(DetachedSocket, Throwable)}, because the engine is closing. */
    public void declined(DetachedSocket socket) {
        declined(socket, new EngineClosedException("it is closing"));
    }

    /**
     * The engine that should have adopted this connection does not, for this reason. A live connection goes back to the engine that it came from, with the
     * socket that it came with ({@link Handoff}); a new one is closed.
     *
     * @param socket what would have been driven, or a {@link dev.gearbox.core.sockets.LostSocket} if that is closed
     */
    public void declined(DetachedSocket socket, Throwable reason) {
        binding.declined(socket, reason);
    }

    /** Notifies the caller that waits for the connection that there will be none. */
    public void refuse(Throwable reason) {
        life.refuse(reason);
    }

    /**
     * Bytes were read: those in {@code buffer}, up to its memory's position. What the session leaves is copied; but until its answer is sent or {@link
     * #keepOutput} was called, the buffer may be part of that answer and must not be read into.
     */
    public void received(PooledBuffer buffer) {
        EngineBase engine = engine();
        engine.counters().bytesRead.add(buffer.memory().position());
        bytesRead += buffer.memory().position();
        if (!life.ignoresInput()) {
            inbound.received(buffer, engine.pool());
            settle();
        }
    }

    /** Bytes were read that were not requested, or too late to be offered here: they are kept until the session reads again. */
    public void kept(PooledBuffer buffer) {
        EngineBase engine = engine();
        engine.counters().bytesRead.add(buffer.memory().position());
        bytesRead += buffer.memory().position();
        if (!life.ignoresInput()) {
            inbound.keep(buffer, engine.pool());
        }
    }

    /** The peer has ended its side. */
    public void inputEnded() {
        inbound.ended();
        settle();
    }

    /** {@code count} bytes of {@link #output} were sent; possibly none. */
    public void sent(int count) {
        engine().counters().bytesWritten.add(count);
        bytesWritten += count;
        if (count > 0) {
            goOn();
        }
        if (outbound.sent(count) && !life.ignoresInput()) {
            inbound.offerAgain();
            callbacks.writable();
            inbound.settle();
        }
    }

    /** {@code count} bytes were sent in the callback that wrote them. */
    void sentAtOnce(int count) {
        engine().counters().bytesWritten.add(count);
        bytesWritten += count;
    }

    /** The socket's output was shut down, as {@link Next#END_OUTPUT} requested. */
    public void outputEnded() {
        outbound.ended();
    }

    /** The socket failed: the connection will be closed with this cause. All kernel errors for a reset become one exception. */
    public void failed(Throwable thrown) {
        life.fail(ConnectionResetException.unify(thrown));
    }

    /** The socket is closed, as {@link Next#CLOSE} requested: notifies the session and releases everything. */
    public void closed() {
        // The connection below may have been closed for this reason.
        life.heedRequests();
        if (!life.end()) {
            return;
        }
        EngineBase engine = engine();
        CloseCause why = life.closeCause();
        engine.counters().closed(why);
        ConnectionFailedEvent.closed(engine, connection, why, life.cause());
        binding.abandon();
        timers.clear();
        outbound.unsent().clear();
        inbound.clear();
        callbacks.closed(life.cause());
        binding.leave();
    }

    /** The connection below is being closed from outside its callbacks: called by decorators in {@link Session#closing}. */
    public void closing() {
        callbacks.run(life::startClosingFromOutside);
        inbound.settle();
    }

    /** As {@link #closing}, in {@link Session#stopping}. */
    public void stopping() {
        callbacks.run(life::startStopping);
        inbound.settle();
    }

    /**
     * Runs tasks that any thread has added since the last turn, as many as its {@link TurnBudget} allows. Called whenever {@link Transport#wake} has requested
     * a turn. For tasks that are left, or added by those tasks, another turn is requested, so they starve neither the rest of the loop nor the sending of what
     * they write.
     */
    public void turn() {
        life.heedRequests();
        if ((inbound.isHeld() && !binding.awaken()) || budget.isWaiting()) {
            return;
        }
        budget.begin();
        if (runTasks(mailbox.takeLeft())) {
            runTasks(mailbox.takeAll());
        }
    }

    /** Returns whether all of them have run, or will not run any more. */
    private boolean runTasks(Mailbox.@Nullable Node oldest) {
        for (Mailbox.Node letter = oldest; letter != null && !life.isFailed() && !isOver(); letter = letter.next()) {
            if (!budget.allowsAnother(engine())) {
                mailbox.leave(letter);
                budget.askAgain(requireNonNull(binding.transport()));
                return false;
            }
            callbacks.run(letter.task());
            inbound.settle();
        }
        return true;
    }

    /** Tasks that waited for bytes to be sent run again. In a turn. */
    void goOn() {
        budget.goOn(requireNonNull(binding.transport()));
    }

    /** Requests a turn. From any thread. */
    void wake() {
        Transport now = binding.transport();
        if (now != null) {
            now.wake();
        }
    }

    /**
     * The engine has handed over the socket, as {@link Next#SHIFT} requested, between two turns; it has nothing more to do with this connection, unless it is
     * {@link Transport#takenBack}. Everything but the socket stays in this object: the session, the bytes of both directions, the mailbox, the half-close
     * state, and the timers, which are on no clock meanwhile.
     */
    public void released(DetachedSocket socket) {
        binding.released(socket);
    }

    /** The engine cannot hand over the socket, as {@link Next#SHIFT} requested, for this reason; it still drives the connection. In a turn. */
    public void stays(Throwable reason) {
        binding.stays(reason);
    }

    private void settle() {
        if (inbound.isHeld()) {
            binding.awaken();
        }
        inbound.settle();
    }

    // ---- What the engine asks -----------------------------------------------------------------------------------

    /** Returns what is due now. */
    public Next next() {
        if (isOver()) {
            return Next.REST;
        }
        if (life.isCloseDue()) {
            return life.isAborted() ? Next.ABORT : Next.CLOSE;
        }
        if (binding.isShiftDue()) {
            return Next.SHIFT;
        }
        if (outbound.size() > 0) {
            return outbound.unsent().shown() ? Next.REST : Next.SEND;
        }
        if (outbound.isEndDue()) {
            return Next.END_OUTPUT;
        }
        return inbound.isEndTold() && outbound.isEnded() ? Next.CLOSE : Next.REST;
    }

    /** Returns whether the engine should read from the socket: not while the session pauses, nor above the high-water mark. */
    public boolean reading() {
        return inbound.isWanted() && !outbound.holdsReading() && !life.isEnding();
    }

    /**
     * Returns the bytes to send next, in one piece. The engine may keep sending them outside the turn, and reports at the end with {@link #sent} how many were
     * sent; until then {@link #next} does not return them again. An engine that sends them in several steps advances the buffer's position with each, which
     * {@link Connection#queued} takes into account.
     */
    public ByteBuffer output() {
        return outbound.unsent().head();
    }

    /** Returns whether something is to be done once the {@code length} bytes of {@link #output} that are being sent are gone. In a turn. */
    public boolean outputAwaited(int length) {
        return outbound.isAwaited(length) || life.isClosing() || life.isFailed() || binding.isShiftDue();
    }

    /** Returns the memory address of the first byte of {@link #output}, for engines that call the system themselves; valid as long as the output. */
    public long outputAddress() {
        return outbound.unsent().headAddress();
    }

    /**
     * Makes the unsent part of an answer independent of the buffer that was read into. Must not be called while {@link #output} is being sent.
     *
     * @return false if there is no memory for that: the connection has failed, and {@link #next} returns what is due
     */
    public boolean keepOutput() {
        return outbound.keep();
    }

    /**
     * Returns whether everything that the session wrote was sent and nothing failed, so that the close that {@link Next#CLOSE} requests is a clean one. For
     * transports that tell the peer.
     */
    public boolean endsCleanly() {
        return !life.isFailed() && outbound.size() == 0;
    }

    /**
     * Returns whether the close that {@link Next#CLOSE} requests drops bytes that had the time of {@link Options#linger()} to be sent: the peer does not read. For
     * transports that can tell it.
     */
    public boolean dropsOutput() {
        return outbound.size() > 0 && !options.linger().isZero();
    }

    /**
     * States on the connection below why this one is about to be closed: the engine counts it there. For decorators, before they close that one. In a turn.
     */
    public void passCloseCauseOn() {
        CloseCause why = life.closeCause();
        if (why != CloseCause.OURS) {
            requireNonNull(binding.transport()).underneath().ifPresent(below -> CloseCause.state(below, why));
        }
    }

    /** Returns whether the connection must not be touched because another thread has its turn. On the loop's thread. */
    public boolean isStalled() {
        return stall.isStalled();
    }

    // ---- Queries for any thread ---------------------------------------------------------------------------------

    /** Returns whether the session had no callback since the previous call. From any thread, one at a time. */
    public boolean slept() {
        return callbacks.slept();
    }

    /** Notifies {@code observer} from soon on of this connection's callbacks, on whichever engine; null removes the observer. From any thread. */
    public void observe(@Nullable CallbackObserver observer) {
        execute(() -> callbacks.observe(observer));
    }

    /** Returns the number of callbacks so far, or a few less. From any thread. */
    public int callbacks() {
        return callbacks.count();
    }

    /** Returns the number of bytes received and sent so far, or a few less. From any thread. */
    public long bytes() {
        return bytesRead + bytesWritten;
    }

    /** As {@link Connection#bytesRead}. */
    long bytesRead() {
        callbacks.require("bytesRead");
        return bytesRead;
    }

    /** As {@link Connection#bytesWritten}: what was sent, and what is being sent, except for what waits in a connection below. */
    long bytesWritten() {
        callbacks.require("bytesWritten");
        return bytesWritten + outbound.size() - outbound.queued();
    }

    /** As {@link Connection#isReading}. */
    boolean isReading() {
        callbacks.require("isReading");
        return reading();
    }

    /** Returns whether something waits for a turn, rather than for bytes to be sent first. From any thread. */
    public boolean hasMail() {
        return life.hasRequest() || (!mailbox.isEmpty() && !budget.isWaiting());
    }

    /** Returns whether it is closed. From any thread. */
    public boolean isOver() {
        return life.isOver();
    }

    /** Returns the options of the connection. */
    public Options options() {
        return options;
    }

    /** Returns the listener that accepted it; null for a connection that we opened. */
    public @Nullable Listener listener() {
        return listener;
    }

    /** Returns the connection as its session sees it. */
    public Connection connection() {
        return connection;
    }

    /** As {@link Connection#shiftTo}, but a shift that the program requests meanwhile is not refused because of this one: it follows. From any thread. */
    public CompletionStage<Void> arrange(Engine part) {
        return Shift.arrange(this, part);
    }

    /**
     * As {@link Connection#shiftTo}, but the session is not called there (except for a reset). With the first byte, the peer's end, a task or a timer the
     * connection goes back to the engine that it is with now. Refused if bytes wait in either direction. From any thread.
     */
    public CompletionStage<Void> park(Engine quiet) {
        return Shift.park(this, quiet);
    }

    /** Returns whether it is parked; the answer may be stale. From any thread. */
    public boolean isParked() {
        return inbound.isHeld();
    }

    /** Asks the session to finish: {@link Session#stopping}. From any thread. */
    public void stop() {
        execute(life::startStopping);
    }

    void execute(Runnable task) {
        if (isOver()) {
            return;
        }
        if (mailbox.add(task)) {
            wake();
        }
    }

    /** Returns the engine that drives it, or drove it last if it is in transit; a part, if the engine is a composite. From any thread, once it is open. */
    public EngineBase engine() {
        return binding.engine();
    }

    /** Returns our address, as it was when the connection was made. */
    public SocketAddress localAddress() {
        return localAddress;
    }

    /** Returns the peer's address. */
    public SocketAddress remoteAddress() {
        return remoteAddress;
    }

    /** Returns whether the current thread is in a callback of this session. */
    public boolean entered() {
        return callbacks.entered();
    }

    /** Returns the thread that is in a callback of this session or completes a future of its connection; null if none is. May be stale. From any thread. */
    @Nullable
    Thread occupant() {
        return callbacks.occupant();
    }

    /** Returns the state of its parts, for a person who asks what a connection waits for; each may be slightly out of date. From any thread. */
    @Override
    public String toString() {
        return connection + " (" + kind().getName() + "): " + life + "; " + inbound + "; " + outbound + "; " + binding
                + (mailbox.isEmpty() ? "" : "; tasks wait");
    }

    /** Returns {@link #toString} of the connection's state; for another implementation of {@link Connection}, its own string. */
    public static String describe(Connection connection) {
        return connection instanceof EngineConnection ours ? ours.state().toString() : connection.toString();
    }

    /** Returns its session's class, or its own before it has a session. */
    public Class<?> kind() {
        Session session = callbacks.session();
        return session == null ? getClass() : session.getClass();
    }

    // ---- Its parts, which refer to each other -------------------------------------------------------------------

    /** Returns the part for its move between engines. */
    public EngineBinding binding() {
        return binding;
    }

    /** Returns the part for callbacks that block its loop. */
    public LoopStall stall() {
        return stall;
    }

    /** Returns its lifecycle: how it opens and closes. */
    public Lifecycle life() {
        return life;
    }

    Timers timers() {
        return timers;
    }

    Inbound inbound() {
        return inbound;
    }

    Outbound outbound() {
        return outbound;
    }
}
