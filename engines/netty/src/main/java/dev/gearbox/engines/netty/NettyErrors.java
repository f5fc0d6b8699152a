package dev.gearbox.engines.netty;

import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.unix.Errors;
import io.netty.util.Version;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.NotYetConnectedException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Translates Netty's errors into those of core and the JDK. */
final class NettyErrors {
    private NettyErrors() {}

    /**
     * Returns why a native transport cannot run; empty if it can. Netty is asked only where native access is granted: otherwise the JVM would print a warning.
     *
     * @param asked returns Netty's reason: null if there is none
     */
    static Optional<String> absence(String transport, Supplier<@Nullable Throwable> asked) {
        Module natives = Version.class.getModule();
        if (!natives.isNativeAccessEnabled()) {
            return Optional.of("native access is not granted. Start java with --enable-native-access="
                    + (natives.isNamed() ? natives.getName() : "ALL-UNNAMED"));
        }
        Throwable cause = asked.get();
        if (cause == null) {
            return Optional.empty();
        }
        Throwable root = cause;
        for (Throwable next; (next = root.getCause()) != null; ) {
            root = next;
        }
        if (root instanceof FileNotFoundException) {
            return Optional.of("netty-transport-native-" + transport
                    + " is on neither path, or not the one for this machine" + " (no " + root.getMessage() + ")");
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        return Optional.of(
                "Netty's " + transport + " transport needs Linux on x86-64 and a kernel that has it; Netty says: "
                        + message.lines().findFirst().orElse("nothing"));
    }

    /** Translates a failure of a connection. Native transports put the name of the system call in front of the kernel's message for a reset. */
    static Throwable ofConnection(Throwable failure) {
        return switch (failure) {
            case Errors.NativeIoException said
            when isReset(said.expectedErr()) -> new IOException("Connection reset by peer", said);
            case NotYetConnectedException gone -> new IOException("Transport endpoint is not connected", gone);
            default -> failure;
        };
    }

    private static boolean isReset(int error) {
        return error == Errors.ERRNO_ECONNRESET_NEGATIVE
                || error == Errors.ERRNO_EPIPE_NEGATIVE
                || error == Errors.ERRNO_ENOTCONN_NEGATIVE;
    }

    /** Translates a failure to connect. */
    static Throwable ofConnect(Throwable failure) {
        return switch (failure) {
            case ConnectTimeoutException late -> caused(new SocketTimeoutException(late.getMessage()), late);
            case ChannelException wrapped when wrapped.getCause() instanceof IOException io -> io;
            default -> failure;
        };
    }

    /** Translates a failure to listen. */
    static IOException ofBind(Throwable failure, SocketAddress address) {
        return switch (failure) {
            case Errors.NativeIoException refused ->
                caused(new BindException(refused.getMessage() + ": " + address), refused);
            case IOException io -> io;
            case ChannelException wrapped when wrapped.getCause() instanceof IOException io -> io;
            default -> new IOException("cannot listen on " + address + ": " + failure, failure);
        };
    }

    private static <T extends IOException> T caused(T failure, Throwable cause) {
        failure.initCause(cause);
        return failure;
    }
}
