package dev.gearbox.core;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A connection could not be moved to another engine: {@link Connection#shiftTo}. Unless it is closed, its old engine still serves it. */
public final class ShiftException extends RuntimeException {
    /** Why a shift failed. */
    public enum Reason {
        /** The connection is closed or closing. */
        CONNECTION_CLOSED,
        /** Another shift of this connection is in progress. */
        UNDER_WAY,
        /** One of the two engines does not support it: its card lacks {@link Capability#SHIFT_OUT} or {@link Capability#SHIFT_IN}. */
        INCAPABLE,
        /** The other engine is closed or closing, is full, or has no descriptor, slot or thread left; or it cannot take this kind of socket. */
        REFUSED
    }

    private static final long serialVersionUID = 1;

    private final Reason reason;

    public ShiftException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Returns why the shift failed. */
    public Reason reason() {
        return reason;
    }

    @Override
    public String getMessage() {
        return requireNonNull(super.getMessage());
    }
}
