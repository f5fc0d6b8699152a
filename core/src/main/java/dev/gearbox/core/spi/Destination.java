package dev.gearbox.core.spi;

import static dev.gearbox.core.ShiftException.Reason.INCAPABLE;
import static dev.gearbox.core.ShiftException.Reason.REFUSED;
import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.ShiftException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The destination of a shift, and the place that is reserved there for the connection until it has arrived or will not arrive. One for each shift. */
public interface Destination {
    /** Returns why a connection cannot go there. */
    record Rejection(
            ShiftException.Reason reason,
            String why,
            @Nullable Throwable cause) {}

    /** Returns whether a connection goes there although it lingers. */
    boolean takesEnding();

    /** Returns whether it is there already. In a turn of the connection. */
    boolean has(ConnectionState state);

    /** Returns whether an engine may bring it here by itself; into a part of a composite only from another part. In a turn of the connection. */
    boolean admits(EngineBase from);

    /** Reserves a place, or returns why there is none. In a turn of the connection. */
    @Nullable
    Rejection reserve(ConnectionState state);

    /** As {@link EngineBase#isOnOwnThread}, of the engine there. */
    boolean isOnOwnThread();

    /** As {@link AdoptingEngine#adopt}. */
    void adopt(Handoff connection) throws IOException;

    /** Releases the place because the connection will not arrive. Idempotent. */
    void giveUp(ConnectionState state);

    /** Another engine: both list the connection as live until one of the two drives it. */
    final class OtherEngine implements Destination {
        private final Engine asked;
        private final Engine engine;
        private @Nullable EngineBase reserved;

        OtherEngine(Engine asked) {
            this.asked = requireNonNull(asked, "no engine to shift to");
            engine = asked instanceof CompositeEngine whole ? whole.entrance() : asked;
        }

        @Override
        public boolean takesEnding() {
            return false;
        }

        @Override
        public boolean isOnOwnThread() {
            return engine instanceof EngineBase to && to.isOnOwnThread();
        }

        @Override
        public boolean has(ConnectionState state) {
            EngineBase from = state.engine();
            return from.equals(engine) || from.shown().equals(asked);
        }

        @Override
        public boolean admits(EngineBase from) {
            return !(engine instanceof EngineBase to)
                    || to.shown().equals(to)
                    || to.shown().equals(from.shown());
        }

        @Override
        public @Nullable Rejection reserve(ConnectionState state) {
            EngineBase from = state.engine();
            if (!(engine instanceof EngineBase to)) {
                return new Rejection(INCAPABLE, "it is not an engine that can adopt connections", null);
            }
            Optional<String> stays = from.shiftOutAbsence().map(why -> from + " cannot hand it over: " + why);
            Optional<String> refuses = to.shiftInAbsence()
                    .or(() -> state.localAddress() instanceof UnixDomainSocketAddress
                            ? to.unixAbsence()
                            : Optional.empty())
                    .map(why -> to + " cannot adopt it: " + why);
            Optional<String> incapable = stays.or(() -> refuses);
            if (incapable.isPresent()) {
                return new Rejection(INCAPABLE, incapable.get(), null);
            }
            if (!to.enter(state)) {
                return new Rejection(REFUSED, to + " is closed", new EngineClosedException(to + " is closed"));
            }
            reserved = to;
            return null;
        }

        @Override
        public void adopt(Handoff connection) throws IOException {
            requireNonNull(reserved, "no place was reserved").adopt(connection);
        }

        @Override
        public void giveUp(ConnectionState state) {
            if (reserved != null) {
                reserved.leave(state);
                reserved = null;
            }
        }

        @Override
        public String toString() {
            return asked.toString();
        }
    }
}
