package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.LostSocket;
import java.io.Closeable;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The binding of a connection to its engine: it enters the first, where its session opens; moves from one to another by a {@link Shift}; is parked and returns;
 * leaves the last. It knows the transport that drives the connection, and which other threads have to wake.
 *
 * <pre>
 *   new --(entered)--> driven --(a shift is due)--> due --(released)--> in transit --------(arrived)--> driven there
 *                       ^                           |                      |
 *                       '---------(stays)----------'                       '--(declined)--> driven again, or closed
 * </pre>
 *
 * <p>One shift at a time. Accessed in the connection's turn, or between two turns while no engine drives it, unless a method may be called from any thread.
 */
public final class EngineBinding {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    private static final VarHandle SHIFT;

    static {
        try {
            SHIFT = MethodHandles.lookup().findVarHandle(EngineBinding.class, "shift", Shift.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final ConnectionState state;
    private final Callbacks callbacks;
    private final Inbound inbound;
    private final Outbound outbound;
    private final Timers timers;

    private volatile @Nullable Transport transport;
    /** The first engine: that of the listener, if there is one. */
    private @Nullable EngineBase origin;
    /** The shift in progress. */
    private volatile @Nullable Shift shift;

    private boolean due;
    /** The second socket that the adopting engine has made; null if it drives the original one. */
    private @Nullable Copy copy;
    /** Where a parked connection goes when it becomes active. */
    private @Nullable EngineBase wakesAt;

    /** A second socket, for as long as it is not decided with which of the two the connection continues. */
    private record Copy(DetachedSocket original, Closeable second) {}

    EngineBinding(ConnectionState state, Callbacks callbacks, Inbound inbound, Outbound outbound, Timers timers) {
        this.state = state;
        this.callbacks = callbacks;
        this.inbound = inbound;
        this.outbound = outbound;
        this.timers = timers;
    }

    // ---- What drives it -----------------------------------------------------------------------------------------

    /** Returns what drives it, or drove it last if it is in transit; null before the first engine. From any thread. */
    public @Nullable Transport transport() {
        return transport;
    }

    /** Returns the engine that drives it, or drove it last if it is in transit; a part, if the engine is a composite. From any thread, once it is open. */
    EngineBase engine() {
        return requireNonNull(transport, "not with an engine yet").engine();
    }

    /** As {@link #engine}, but as the session sees it: the composite, not the part. */
    Engine shownEngine() {
        return requireNonNull(transport).underneath().map(Connection::engine).orElseGet(() -> engine().shown());
    }

    /** Returns the event loop that drives it, or drove it last if it is in transit; null if there is none. From any thread. */
    @Nullable
    HomeLoop loop() {
        Transport there = transport;
        return there == null ? null : there.home();
    }

    /** Returns whether this event loop drives it. From any thread. */
    public boolean isOn(HomeLoop loop) {
        return loop.equals(loop());
    }

    // ---- From one engine to another -----------------------------------------------------------------------------

    /** An engine drives it now; returns false if that engine is closing and does not take it. */
    boolean open(Transport driving) {
        Shift moving = shift;
        return (moving != null && moving.isBetween()) ? arrive(driving, moving) : enter(driving);
    }

    /** The first engine drives it, where its session opens. */
    private boolean enter(Transport first) {
        use(first);
        EngineBase engine = first.engine();
        if (!engine.enter(state)) {
            state.life().refuse(new EngineClosedException(engine + " is closed"));
            state.life().end();
            return false;
        }
        origin = engine;
        closeOriginal();
        join(first);
        state.life().open(engine);
        return true;
    }

    private void use(Transport driving) {
        transport = driving;
        callbacks.watch(state.stall().watchOn(driving));
        outbound.unsent().use(driving.engine().pool());
        state.goOn();
    }

    /** Called before any callback there, which may take long: the loop may be draining, so that the connection has to leave it again. */
    private void join(Transport driving) {
        HomeLoop loop = driving.home();
        if (loop != null) {
            loop.joined(state);
        }
    }

    /** The new engine drives it, or the old one again. Until now no thread had a turn; from here on, threads that add tasks wake this transport. */
    private boolean arrive(Transport driving, Shift moving) {
        EngineBase engine = driving.engine();
        Transport before = requireNonNull(transport);
        boolean stays = before.engine().equals(engine);
        if (!stays && engine.isClosing()) {
            return false;
        }
        use(driving);
        if (!stays && state.listener() != null) {
            requireNonNull(origin).follow(state);
        }
        if (!moving.isReturning()) {
            before.moved();
        }
        closeOriginal();
        if (!stays) {
            before.engine().leave(state);
        }
        timers.resume(driving);
        boolean parked = moving.parks() && !moving.isReturning();
        wakesAt = parked ? before.engine() : null;
        inbound.hold(parked);
        inbound.offerAgain();
        callbacks.tell(moving::answer);
        join(driving);
        return true;
    }

    /** As {@link Handoff#copied}. */
    void copied(DetachedSocket original, Closeable second) {
        copy = new Copy(original, second);
    }

    /** The engine continues with the second one. */
    private void closeOriginal() {
        Copy made = copy;
        if (made != null) {
            copy = null;
            Closeables.close(made.original());
        }
    }

    /** Returns the original socket of one that an engine has declined. */
    private DetachedSocket original(DetachedSocket declined) {
        Copy made = copy;
        if (made == null) {
            return declined;
        }
        copy = null;
        if (!(declined instanceof LostSocket)) {
            Closeables.close(made.second());
        }
        return made.original();
    }

    /** As {@link ConnectionState#declined(DetachedSocket, Throwable)}. */
    void declined(DetachedSocket declined, Throwable reason) {
        DetachedSocket socket = original(declined);
        Shift moving = shift;
        if (moving == null || !moving.isBetween()) {
            Closeables.close(socket);
            state.life().refuse(reason);
        } else if (moving.isReturning()) {
            LOG.log(Level.WARNING, () -> state.connection() + " is lost between two engines", reason);
            Closeables.close(socket);
            state.life().fail(reason);
            state.closed();
            state.stall().stayOrLeave();
        } else {
            moving.turnBack(reason);
            requireNonNull(transport).takenBack(socket);
        }
    }

    /** As {@link ConnectionState#released}. */
    void released(DetachedSocket socket) {
        outbound.keep();
        timers.suspend();
        due = false;
        requireNonNull(shift, "no shift in progress").handOver(socket);
    }

    /** As {@link ConnectionState#stays}. */
    void stays(Throwable reason) {
        Shift failed = requireNonNull(shift, "no shift in progress");
        due = false;
        failed.turnBack(reason);
        failed.answer();
        if (inbound.isHeld()) {
            inbound.hold(false);
            state.turn();
            inbound.settle();
        } else if (state.hasMail()) {
            // Kept for the engine that it does not go to.
            requireNonNull(transport).wake();
        }
    }

    /**
     * Sends a parked connection that has become active back to the engine that parked it, which then calls the session.
     *
     * @return whether this engine has to call it after all
     */
    boolean awaken() {
        EngineBase to = wakesAt;
        if (to == null || (!state.hasMail() && isQuiet())) {
            return false;
        }
        wakesAt = null;
        Shift.wake(state, to);
        if (!due) {
            inbound.hold(false);
        }
        return !due;
    }

    /** Returns whether no bytes wait in either direction. */
    boolean isQuiet() {
        return inbound.isQuiet() && outbound.isQuiet();
    }

    /** It is closed: a shift in progress will fail. */
    void abandon() {
        Shift moving = shift;
        if (moving != null && endShift(moving)) {
            moving.abandon();
        }
    }

    /** It is closed, and the session was notified: it leaves the engine that drives it, which is the last. */
    void leave() {
        if (origin != null) {
            origin.forget(state);
        }
        engine().leave(state);
    }

    // ---- The shift in progress ----------------------------------------------------------------------------------

    /** As {@link Connection#shiftTo}. From any thread. */
    CompletionStage<Void> shiftTo(Engine target) {
        return requireNonNull(transport)
                .underneath()
                .map(below -> below.shiftTo(target))
                .orElseGet(() -> Shift.request(state, new Destination.OtherEngine(target)));
    }

    /** Makes this the connection's shift, unless there is another; returns whether it is. From any thread. */
    boolean beginShift(Shift wanted) {
        return SHIFT.compareAndSet(this, null, wanted);
    }

    /** Returns the shift in progress. From any thread. */
    @Nullable
    Shift shift() {
        return shift;
    }

    /** Ends the shift, so that there may be another. From any thread. */
    boolean endShift(Shift answered) {
        return SHIFT.compareAndSet(this, answered, null);
    }

    /** Returns a future that completes when the shift in progress has its outcome; at once if there is none. From any thread. */
    public CompletionStage<Void> shiftAnswered() {
        Shift moving = shift;
        return moving == null ? CompletableFuture.completedStage(null) : moving.answered();
    }

    /** Returns whether an engine has handed it over, and none drives it yet. From any thread. */
    public boolean isBetween() {
        Shift moving = shift;
        return moving != null && moving.isBetween();
    }

    /** The engine should hand it over. */
    void shiftIsDue() {
        due = true;
    }

    /** Returns whether the engine should hand it over, and has not yet. */
    public boolean isShiftDue() {
        return due;
    }

    @Override
    public String toString() {
        Transport drives = transport;
        return "driven by " + (drives == null ? "no engine yet" : drives.engine()) + (shift == null ? "" : ", shifting")
                + (due ? ", a shift due" : "");
    }
}
