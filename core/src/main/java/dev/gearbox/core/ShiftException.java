package dev.gearbox.core;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A connection was not moved to another engine: {@link Connection#shiftTo}. Unless it is closed, the engine that had it serves it on. */
public final class ShiftException extends RuntimeException {
    /** What was in the way. */
    public enum Reason {
        /** The connection is closed or about to be. */
        CONNECTION_CLOSED,
        /** Another shift of this connection is under way. */
        UNDER_WAY,
        /** One of the two engines is of a kind that cannot: its card lacks {@link Capability#SHIFT_OUT} or {@link Capability#SHIFT_IN}. */
        INCAPABLE,
        /** The other engine is closed or closing, is full, or has no descriptor, slot or thread left; or this socket cannot go there. */
        REFUSED
    }

    private static final long serialVersionUID = 1;

    private final Reason reason;

    public ShiftException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** What was in the way. */
    public Reason reason() {
        return reason;
    }

    @Override
    public String getMessage() {
        return requireNonNull(super.getMessage());
    }
}
