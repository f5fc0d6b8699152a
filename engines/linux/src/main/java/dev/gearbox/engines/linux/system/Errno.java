package dev.gearbox.engines.linux.system;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;

/** Creates exceptions from the system's error numbers: the same that the JDK's own sockets throw. */
public final class Errno {
    private Errno() {}

    /** Loads this class in advance: once no descriptor is left, its class file could not be opened. */
    static void load() {}

    /** For a failed call on a connected or listening socket. */
    public static IOException failure(int negative) {
        return new SocketException(Syscalls.words(-negative));
    }

    /** For a failed bind. */
    static IOException bind(int negative) {
        return switch (-negative) {
            case Constants.EADDRINUSE, Constants.EADDRNOTAVAIL, Constants.EACCES, Constants.EAFNOSUPPORT ->
                new BindException(Syscalls.words(-negative));
            default -> failure(negative);
        };
    }

    /** For a connection that was not made. */
    public static IOException connect(int negative) {
        return switch (-negative) {
            case Constants.ECONNREFUSED, Constants.ETIMEDOUT, Constants.ENETUNREACH, Constants.EADDRNOTAVAIL ->
                new ConnectException(Syscalls.words(-negative));
            case Constants.EHOSTUNREACH -> new NoRouteToHostException(Syscalls.words(-negative));
            default -> failure(negative);
        };
    }

    /** For a step of a setup. */
    public static IOException during(String what, long negative) {
        return new SocketException(what + ": " + Syscalls.words((int) -negative));
    }
}
