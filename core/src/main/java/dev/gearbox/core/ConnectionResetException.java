package dev.gearbox.core;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/** The peer reset the connection. Stands for all errors by which the kernel reports this ("Connection reset by peer", "Broken pipe", ...). */
public final class ConnectionResetException extends IOException {
    private static final long serialVersionUID = 1;

    ConnectionResetException(Throwable asTheSystemSaid) {
        super("connection reset by peer", asTheSystemSaid);
    }

    /** Returns {@code failure} itself, or this exception if it is one of the kernel's errors for a reset. */
    public static Throwable unify(Throwable failure) {
        return switch (failure) {
            case ConnectionResetException already -> already;
            case ClosedChannelException closed -> closed;
            case EOFException eof -> new ConnectionResetException(eof);
            case IOException io when saysReset(io.getMessage()) -> new ConnectionResetException(io);
            default -> failure;
        };
    }

    /** Returns whether {@code failure} means that the peer has reset the connection, in any of the messages of the system and the JDK. */
    public static boolean is(Throwable failure) {
        return unify(failure) instanceof ConnectionResetException;
    }

    private static boolean saysReset(@Nullable String message) {
        return message != null
                && (message.startsWith("Connection reset")
                        || message.startsWith("Broken pipe")
                        || message.startsWith("Socket is not connected")
                        || message.startsWith("Transport endpoint is not connected")
                        || message.startsWith("Software caused connection abort"));
    }
}
