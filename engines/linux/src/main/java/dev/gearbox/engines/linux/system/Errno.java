package dev.gearbox.engines.linux.system;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;

/** Makes the exceptions out of the system's error numbers that the JDK's own sockets throw for them. */
public final class Errno {
    private Errno() {}

    /** Loads this class: once no descriptor is left, its file could not be opened to say so. */
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

    /** For a step in setting something up. */
    public static IOException during(String what, long negative) {
        return new SocketException(what + ": " + Syscalls.words((int) -negative));
    }
}
