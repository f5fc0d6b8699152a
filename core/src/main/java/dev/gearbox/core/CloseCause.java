package dev.gearbox.core;

import java.io.IOException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLException;

/**
 * Why a connection was closed, for counting ({@link EngineStats#closed()}): one of few kinds, where {@link Session#closed} has the exception itself. The first
 * cause counts: a peer that is reset because it did not read within a time limit is a {@link #WRITE_TIMEOUT}.
 *
 * <p>Exceptions that core does not know say their kind themselves ({@link Known}). A session that closes its connection without an exception is {@link #OURS},
 * unless it states a better reason first ({@link #state}).
 */
public enum CloseCause {
    /** Our side has closed or reset it, or has ended first; the peer followed. */
    OURS,
    /** The peer has ended first, in order. */
    PEER,
    /** The peer has reset it. */
    RESET,
    /** Nothing was received and nothing was sent for too long. */
    IDLE_TIMEOUT,
    /** The peer sent too little for too long. */
    READ_TIMEOUT,
    /** The peer read nothing for too long. */
    WRITE_TIMEOUT,
    /** A handshake, of TLS or of another protocol, was not complete in time. */
    HANDSHAKE_TIMEOUT,
    /** We closed it, and the peer did not read everything within {@link Options#linger()}: the rest was dropped. */
    LINGER_TIMEOUT,
    /** The system has given up the peer: keep-alive probes, {@link Options#userTimeout()} or retransmissions. */
    SYSTEM_TIMEOUT,
    /** More bytes waited than {@link Options#backlogCap()}, {@link Options#unreadCap()} or the policy of a broadcast allows. */
    OVERFLOW,
    /** The peer broke the protocol, or a limit of it: a line that is too long, a broken record, an {@link IOException} of a callback. */
    PROTOCOL_ERROR,
    /** A callback threw another exception than an {@link IOException}. */
    CALLBACK_ERROR,
    /** The engine or the listener was closed: the session ended when it was asked to, or was cut off. */
    ENGINE_CLOSED,
    /** Any other failure: of the system, of memory, of the engine. */
    SYSTEM_ERROR;

    private static final AttributeKey<CloseCause> STATED = AttributeKey.of("close cause");

    /** An exception that knows the kind of cause that it is. */
    public interface Known {
        /** Returns the kind. */
        CloseCause closeCause();
    }

    /**
     * States why {@code connection}, or one below it that it decorates, is about to be closed: for code that closes connections without an exception. The first
     * statement counts, also if the connection stays open until it ends in another way; of two at the same moment either may. From any thread.
     */
    public static void state(Connection connection, CloseCause cause) {
        if (connection.attribute(STATED).isEmpty()) {
            connection.setAttribute(STATED, cause);
        }
    }

    /** Returns what was stated for {@code connection}, otherwise {@code observed}. */
    public static CloseCause statedOr(CloseCause observed, Connection connection) {
        return connection.attribute(STATED).orElse(observed);
    }

    /**
     * Returns the kind of {@code failure}.
     *
     * @param inCallback a callback of the session threw it
     */
    public static CloseCause of(Throwable failure, boolean inCallback) {
        return switch (failure) {
            case Known known -> known.closeCause();
            case ConnectionResetException _ -> RESET;
            case BacklogOverflowException _ -> OVERFLOW;
            case UnreadOverflowException _ -> OVERFLOW;
            case EngineClosedException _ -> ENGINE_CLOSED;
            case SocketTimeoutException _ -> READ_TIMEOUT;
            case SSLException _ -> PROTOCOL_ERROR;
            case IOException thrown when inCallback -> PROTOCOL_ERROR;
            case IOException failed when isTimeout(failed) -> SYSTEM_TIMEOUT;
            default -> inCallback ? CALLBACK_ERROR : SYSTEM_ERROR;
        };
    }

    /** ETIMEDOUT, in the words of the system and of the native libraries. */
    private static boolean isTimeout(IOException failure) {
        return String.valueOf(failure.getMessage()).contains("timed out");
    }

    /** Returns whether it is a failure, and not the end of a connection that was no longer needed. */
    public boolean isFailure() {
        return this != OURS && this != PEER && this != ENGINE_CLOSED;
    }
}
