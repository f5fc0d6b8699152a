package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

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
import dev.gearbox.core.sockets.DetachedSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The side of a connection that faces its engine: a state machine without a socket. The engine tells it what the socket said ({@link
 * #received}, {@link #inputEnded}, {@link #sent}, {@link #failed}) and asks it what is due ({@link #next}, {@link #reading}); it keeps the
 * session's callbacks in order, what was read and not taken, what was written and not sent, and how far each direction has ended. So every
 * engine gets back-pressure, half-close, timers and the order of callbacks from one place, and a connection can change engines whole.
 *
 * <p>What it keeps is in its parts: {@link Callbacks}, {@link Inbound}, {@link Outbound}, {@link Mailbox} and {@link Timers}; how it begins and ends in
 * {@link Lifecycle}, how it passes between engines in {@link EngineBinding}, what happens when it keeps a loop for too long in {@link LoopStall}.
 *
 * <p><b>Turns.</b> All methods but those for any thread belong in a <em>turn</em>: one thread at a time, with the last turn's effects visible to the
 * next. How turns are kept apart is the engine's affair (a loop's own thread, a lock, a run-again flag). After each turn the
 * engine does what {@link #next} says until it says {@link Next#REST}.
 */
public final class ConnectionState {
    /** What the engine has to do for this connection. */
    public enum Next {
        /** Write {@link #output} to the socket, then say how much went out with {@link #sent}. */
        SEND,
        /** End the socket's output, then say so with {@link #outputEnded}. */
        END_OUTPUT,
        /** Close the socket, then say so with {@link #closed}. */
        CLOSE,
        /**
         * Let go of the socket: begin no read or write, take it out of whatever waits for it, break off what is under way and say what that has
         * come to; then {@link #released}. Asked for until then, unless something comes that has to be done first.
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

    /** In both directions; who looks from outside may see it late. */
    private long bytes;

    /**
     * A connection whose session is not open yet.
     *
     * @param listener where it came in; null for one that we opened
     * @param opened completed when the session is open, or failed with what prevented it; null if nobody waits for it
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

    // ---- What the engine tells -------------------------------------------------------------------------------------

    /**
     * The engine has this connection now: opens the session if it is new, and makes up for what happened while it had no engine.
     *
     * @return false if the engine is closing and does not take it: the caller has it {@link #declined}, nothing else
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
     * The engine that was to adopt this connection does not drive it, for this reason. A live one goes back to the engine that it came from, with
     * the socket that it came with ({@link Handoff}); a new one is closed.
     *
     * @param socket what would have been driven, or a {@link dev.gearbox.core.sockets.LostSocket} if that is closed
     */
    public void declined(DetachedSocket socket, Throwable reason) {
        binding.declined(socket, reason);
    }

    /** Tells whoever waits for the connection that there will be none. */
    public void refuse(Throwable reason) {
        life.refuse(reason);
    }

    /**
     * Bytes came: those in {@code buffer}, up to its memory's position. What the session leaves is copied away; but until its answer is sent
     * or {@link #keepOutput} was called the buffer may be part of that answer, so it is not to be read into before.
     */
    public void received(PooledBuffer buffer) {
        EngineBase engine = engine();
        engine.counters().bytesRead.add(buffer.memory().position());
        bytes += buffer.memory().position();
        if (!life.ignoresInput()) {
            inbound.received(buffer, engine.pool());
            settle();
        }
    }

    /** Bytes came that nobody asked for, or that came too late to be offered here: they wait until the session reads on. */
    public void kept(PooledBuffer buffer) {
        EngineBase engine = engine();
        engine.counters().bytesRead.add(buffer.memory().position());
        if (!life.ignoresInput()) {
            inbound.keep(buffer, engine.pool());
        }
    }

    /** The peer sends no more. */
    public void inputEnded() {
        inbound.ended();
        settle();
    }

    /** {@code count} bytes of {@link #output} went out; perhaps none. */
    public void sent(int count) {
        engine().counters().bytesWritten.add(count);
        bytes += count;
        if (count > 0) {
            goOn();
        }
        if (outbound.sent(count) && !life.ignoresInput()) {
            inbound.offerAgain();
            callbacks.writable();
            inbound.settle();
        }
    }

    /** The socket's output was ended, as {@link Next#END_OUTPUT} asked. */
    public void outputEnded() {
        outbound.ended();
    }

    /** The socket failed: the connection is to be closed with this cause. Words of the kernel for a reset all become one. */
    public void failed(Throwable thrown) {
        life.fail(ConnectionResetException.unify(thrown));
    }

    /** The socket is closed, as {@link Next#CLOSE} asked: tells the session and forgets everything. */
    public void closed() {
        if (!life.end()) {
            return;
        }
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

    /**
     * Runs tasks that came from anywhere since the last turn, as many as its {@link TurnBudget} allows. Called whenever {@link Transport#wake} asked
     * for a turn; what is left has asked for another one, and so has what those tasks add: they starve neither the rest of the loop nor this
     * connection's peer, who gets what they write.
     */
    public void turn() {
        life.heedAbort();
        if ((inbound.isHeld() && !binding.awaken()) || budget.isWaiting()) {
            return;
        }
        budget.begin();
        if (runTasks(mailbox.takeLeft())) {
            runTasks(mailbox.takeAll());
        }
    }

    /** Whether all of them have run, or are not to be run any more. */
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

    /** In a turn: tasks that waited for something to be sent run again. */
    void goOn() {
        budget.goOn(requireNonNull(binding.transport()));
    }

    /** From any thread: there is something to do in a turn. */
    void wake() {
        Transport now = binding.transport();
        if (now != null) {
            now.wake();
        }
    }

    /**
     * The engine has let go of the socket, as {@link Next#SHIFT} asked, between two turns; it has nothing more to do with this connection, unless
     * it is {@link Transport#takenBack}. Everything but the socket is in here and stays: the session, both queues of bytes, the mailbox, how far
     * each direction has ended, and the timers, which are on no clock meanwhile.
     */
    public void released(DetachedSocket socket) {
        binding.released(socket);
    }

    /** In a turn: the engine cannot let go, as {@link Next#SHIFT} asked, for this reason; it drives the connection on. */
    public void stays(Throwable reason) {
        binding.stays(reason);
    }

    private void settle() {
        if (inbound.isHeld()) {
            binding.awaken();
        }
        inbound.settle();
    }

    // ---- What the engine asks --------------------------------------------------------------------------------------

    /** What is due now. */
    public Next next() {
        if (isOver()) {
            return Next.REST;
        }
        if (life.isCloseDue()) {
            return Next.CLOSE;
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

    /** Whether the engine should read from the socket: not while the session pauses, nor above the high-water mark. */
    public boolean reading() {
        return inbound.isWanted() && !outbound.isAboveHigh() && !life.isEnding();
    }

    /**
     * The bytes to send next, in one piece. The engine may go on sending them outside the turn, and says at its end with {@link #sent} how many
     * went; until then {@link #next} does not ask again. One that sends them in several steps moves the buffer's position with each: so {@link
     * Connection#queued} knows how far it is.
     */
    public ByteBuffer output() {
        return outbound.unsent().head();
    }

    /** Whether something is to be done once the {@code length} bytes of {@link #output} that are being sent are gone. In a turn. */
    public boolean outputAwaited(int length) {
        return outbound.isAwaited(length) || life.isClosing() || life.isFailed() || binding.isShiftDue();
    }

    /** Where the first byte of {@link #output} lies in memory, for engines that call the system themselves; valid as long as that is. */
    public long outputAddress() {
        return outbound.unsent().headAddress();
    }

    /**
     * Makes the unsent part of an answer independent of the buffer that was read into. Not while {@link #output} is being sent.
     *
     * @return false if there is no memory for that: the connection has failed, and {@link #next} says what is due
     */
    public boolean keepOutput() {
        return outbound.keep();
    }

    /**
     * Whether all that the session wrote has gone out and nothing failed: then the end that {@link Next#CLOSE} asks for is a clean one. For
     * transports that say so to the peer.
     */
    public boolean endsCleanly() {
        return !life.isFailed() && outbound.size() == 0;
    }

    /** On the loop's thread: whether the connection is to be left alone, for its turn is elsewhere. */
    public boolean isStalled() {
        return stall.isStalled();
    }

    // ---- What anybody asks, from any thread ------------------------------------------------------------------------

    /** From any thread, one at a time: whether the session was told nothing since the last time that this was asked. */
    public boolean slept() {
        return callbacks.slept();
    }

    /** From any thread, soon: {@code observer} is told of this connection's callbacks, on whichever engine; null: nobody is. */
    public void observe(@Nullable CallbackObserver observer) {
        execute(() -> callbacks.observe(observer));
    }

    /** From any thread: how many callbacks there were, or a few less. */
    public int callbacks() {
        return callbacks.count();
    }

    /** From any thread: how many bytes came and went so far, or a few less. */
    public long bytes() {
        return bytes;
    }

    /** Whether something waits for a turn, rather than for something to be sent before. From any thread. */
    public boolean hasMail() {
        return life.isAbortAsked() || (!mailbox.isEmpty() && !budget.isWaiting());
    }

    /** Whether it is all over. From any thread. */
    public boolean isOver() {
        return life.isOver();
    }

    /** How the connection was to be treated. */
    public Options options() {
        return options;
    }

    /** Where it came in; null for one that we opened. */
    public @Nullable Listener listener() {
        return listener;
    }

    /** The connection, as its session knows it. */
    public Connection connection() {
        return connection;
    }

    /** From any thread: as {@link Connection#shiftTo}, but a shift that somebody asks for meanwhile is not refused because of this one: it follows. */
    public CompletionStage<Void> arrange(Engine part) {
        return Shift.arrange(this, part);
    }

    /**
     * From any thread: as {@link Connection#shiftTo}, but the session is not entered there (only told of a reset). With the first byte, the end of the
     * peer's, a task or a timer the connection goes back to the engine that it is with now. Refused if bytes wait in either direction.
     */
    public CompletionStage<Void> park(Engine quiet) {
        return Shift.park(this, quiet);
    }

    /** Whether it is parked. From any thread; it may have been a moment ago. */
    public boolean isParked() {
        return inbound.isHeld();
    }

    void execute(Runnable task) {
        if (isOver()) {
            return;
        }
        if (mailbox.add(task)) {
            wake();
        }
    }

    /** From any thread, once it is open: the engine that drives it, or did last if it is on its way; a part, where an engine is made of some. */
    public EngineBase engine() {
        return binding.engine();
    }

    /** Ours, as it was when the connection was made. */
    public SocketAddress localAddress() {
        return localAddress;
    }

    /** The peer's. */
    public SocketAddress remoteAddress() {
        return remoteAddress;
    }

    /** Whether the current thread is in a callback of this session. */
    public boolean entered() {
        return callbacks.entered();
    }

    /** From any thread: the thread that is in a callback of this session or completes a future of its connection, or null if none is. May be stale. */
    @Nullable
    Thread occupant() {
        return callbacks.occupant();
    }

    /** From any thread, for a person who asks what a connection waits for: the state of its parts, each perhaps as it was a moment ago. */
    @Override
    public String toString() {
        return connection + " (" + kind().getName() + "): " + life + "; " + inbound + "; " + outbound + "; " + binding
                + (mailbox.isEmpty() ? "" : "; tasks wait");
    }

    /** As {@link #toString}, of the side that a connection has; for a connection of others what it says of itself. */
    public static String describe(Connection connection) {
        return connection instanceof EngineConnection ours ? ours.state().toString() : connection.toString();
    }

    /** Its session's class, or its own before it has one. */
    public Class<?> kind() {
        Session session = callbacks.session();
        return session == null ? getClass() : session.getClass();
    }

    // ---- Its parts, which know one another -------------------------------------------------------------------------

    /** How it passes between engines. */
    public EngineBinding binding() {
        return binding;
    }

    /** How it keeps its loop. */
    public LoopStall stall() {
        return stall;
    }

    /** How it begins and ends. */
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
