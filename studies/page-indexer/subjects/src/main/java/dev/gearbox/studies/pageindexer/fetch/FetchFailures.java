package dev.gearbox.studies.pageindexer.fetch;

import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Maps the exceptions of clients to kinds of failures, so that the same problem has the same name with every client. Every client has its own exceptions
 * for the same few events; common ones are classified here, by type if possible and otherwise by the messages of the JDK and the kernel.
 */
public final class FetchFailures {
    private static final int DEEPEST = 8;
    private static final int LONGEST = 160;

    private FetchFailures() {}

    /** Classifies the exception, or the first of its causes that is known. */
    public static FetchFailure of(Throwable thrown) {
        return of(thrown, _ -> null);
    }

    /**
     * The same for a client with its own exceptions.
     *
     * @param own returns the kind of those; null for all others
     */
    public static FetchFailure of(Throwable thrown, Function<Throwable, @Nullable Kind> own) {
        FetchFailure first = null;
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            Kind kind = own.apply(cause);
            if (kind == null) {
                kind = kind(cause);
            }
            // Some clients report a reset as a premature end, with the reset as the cause.
            if (kind == Kind.RESET || (kind != null && first == null)) {
                first = new FetchFailure(kind, text(cause));
            }
            cause = cause.getCause();
        }
        return first == null ? new FetchFailure(Kind.OTHER, text(thrown)) : first;
    }

    /** The complete response did not arrive in time. */
    public static FetchFailure late(Duration whole) {
        return new FetchFailure(Kind.TIMEOUT, "no complete response within " + whole.toMillis() + " ms");
    }

    private static @Nullable Kind kind(Throwable thrown) {
        String said = String.valueOf(thrown.getMessage()).toLowerCase(Locale.ROOT);
        return switch (thrown) {
            case TooLargeException _ -> Kind.TOO_LARGE;
            case ConnectException _ -> Kind.CONNECT;
            case UnknownHostException _ -> Kind.CONNECT;
            case NoRouteToHostException _ -> Kind.CONNECT;
            case UnresolvedAddressException _ -> Kind.CONNECT;
            case HttpConnectTimeoutException _ -> Kind.CONNECT;
            case HttpTimeoutException _ -> Kind.TIMEOUT;
            case TimeoutException _ -> Kind.TIMEOUT;
            case InterruptedIOException _ when said.contains("connect") -> Kind.CONNECT;
            case InterruptedIOException _ -> Kind.TIMEOUT;
            default -> said(thrown, said);
        };
    }

    private static @Nullable Kind said(Throwable thrown, String said) {
        if (said.contains("connection reset") || said.contains("broken pipe")) {
            return Kind.RESET;
        }
        if (said.contains("unexpected end of stream") || said.contains("received no bytes")) {
            return Kind.TRUNCATED;
        }
        if (said.contains("size too large") || said.contains("too many headers")) {
            return Kind.TOO_LARGE;
        }
        if (said.contains("in chunk size")) {
            return Kind.MALFORMED;
        }
        return switch (thrown) {
            case ProtocolException _ -> Kind.MALFORMED;
            case EOFException _ -> Kind.TRUNCATED;
            case ClosedChannelException _ -> Kind.TRUNCATED;
            default -> null;
        };
    }

    /** Returns the message of an exception, in one line of bounded length. */
    public static String text(Throwable thrown) {
        String said = thrown.getMessage();
        if (said == null || said.isBlank()) {
            return thrown.getClass().getSimpleName();
        }
        String line = said.lines().findFirst().orElse("");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }
}
