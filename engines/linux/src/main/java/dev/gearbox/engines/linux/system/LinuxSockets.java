package dev.gearbox.engines.linux.system;

import dev.gearbox.core.KeepAlive;
import dev.gearbox.core.Options;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Opens sockets and sets their options. An accepted connection inherits its options from the listening socket. Used on any thread. */
public final class LinuxSockets {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private LinuxSockets() {}

    /** Sockets that listen on one port together, one for each loop, among which the kernel distributes connections by their addresses. */
    public record Listening(List<Integer> descriptors, InetSocketAddress address) {}

    /**
     * Listens.
     *
     * @param count how many sockets
     * @param type SOCK_NONBLOCK or 0: io_uring waits by itself, and only for a blocking socket
     */
    public static Listening listen(InetSocketAddress wanted, Options options, int count, int type) throws IOException {
        return listen(new Syscalls(), wanted, options, count, type);
    }

    /** As {@link #listen(InetSocketAddress, Options, int, int)}, with these calls. */
    public static Listening listen(Syscalls calls, InetSocketAddress wanted, Options options, int count, int type)
            throws IOException {
        Errno.load();
        List<Integer> descriptors = new ArrayList<>();
        try {
            InetSocketAddress bound = wanted;
            for (int index = 0; index < count; index++) {
                // The first one binds without sharing, so that a port of another listener, in any process, is reported
                // as in use.
                int fd = bind(calls, bound, options, type, index > 0 || options.reusePort(), descriptors);
                bound = localAddress(calls, fd);
                if (count > 1) {
                    set(calls, fd, Constants.SOL_SOCKET, Constants.SO_REUSEPORT, 1);
                }
                require("listen", calls.listen(fd, options.acceptBacklog()));
            }
            return new Listening(List.copyOf(descriptors), bound);
        } catch (IOException | RuntimeException failure) {
            descriptors.forEach(fd -> close(calls, fd));
            throw failure;
        }
    }

    /**
     * Opens one more socket on a port of this engine.
     *
     * @param others all that listen there; they share it from now on
     */
    static int listenToo(InetSocketAddress bound, Options options, int type, List<Integer> others) throws IOException {
        Syscalls calls = new Syscalls();
        List<Integer> opened = new ArrayList<>();
        try {
            for (int other : others) {
                set(calls, other, Constants.SOL_SOCKET, Constants.SO_REUSEPORT, 1);
            }
            int fd = bind(calls, bound, options, type, true, opened);
            require("listen", calls.listen(fd, options.acceptBacklog()));
            return fd;
        } catch (IOException | RuntimeException failure) {
            opened.forEach(fd -> close(calls, fd));
            throw failure;
        }
    }

    private static int bind(
            Syscalls calls, InetSocketAddress address, Options options, int type, boolean shared, List<Integer> opened)
            throws IOException {
        // As the JDK does: a wildcard address listens in both address families, if the system has both.
        boolean any = address.getAddress().isAnyLocalAddress();
        boolean v6 = any || Sockaddr.isV6(address);
        int fd = open(calls, v6, type);
        if (fd == -Constants.EAFNOSUPPORT && any) {
            v6 = false;
            fd = open(calls, false, type);
        }
        opened.add(require("socket", fd));
        if (any && v6) {
            set(calls, fd, Constants.IPPROTO_IPV6, Constants.IPV6_V6ONLY, 0);
        }
        set(calls, fd, Constants.SOL_SOCKET, Constants.SO_REUSEADDR, 1);
        if (shared) {
            set(calls, fd, Constants.SOL_SOCKET, Constants.SO_REUSEPORT, 1);
        }
        prepare(calls, fd, options);
        Sockaddr name = new Sockaddr().set(address, v6);
        int result = calls.bind(fd, name);
        if (result < 0) {
            throw Errno.bind(result);
        }
        return fd;
    }

    /** Opens an unconnected socket of the address family of {@code address}. */
    public static int open(Syscalls calls, InetSocketAddress address, Options options, int type) throws IOException {
        int fd = require("socket", open(calls, Sockaddr.isV6(address), type));
        try {
            prepare(calls, fd, options);
        } catch (IOException failure) {
            close(calls, fd);
            throw failure;
        }
        return fd;
    }

    private static int open(Syscalls calls, boolean v6, int type) {
        return calls.socket(
                v6 ? Constants.AF_INET6 : Constants.AF_INET, Constants.SOCK_STREAM | Constants.SOCK_CLOEXEC | type);
    }

    private static void prepare(Syscalls calls, int fd, Options options) throws IOException {
        if (options.noDelay()) {
            set(calls, fd, Constants.IPPROTO_TCP, Constants.TCP_NODELAY, 1);
        }
        if (options.sendBuffer() > 0) {
            set(calls, fd, Constants.SOL_SOCKET, Constants.SO_SNDBUF, options.sendBuffer());
        }
        if (options.receiveBuffer() > 0) {
            set(calls, fd, Constants.SOL_SOCKET, Constants.SO_RCVBUF, options.receiveBuffer());
        }
        if (options.keepAlive().isPresent()) {
            keepAlive(calls, fd, options.keepAlive().get());
        }
        if (options.userTimeout().isPositive()) {
            int millis = (int) options.userTimeout().toMillis();
            set(calls, fd, Constants.IPPROTO_TCP, Constants.TCP_USER_TIMEOUT, millis);
        }
    }

    private static void keepAlive(Syscalls calls, int fd, KeepAlive times) throws IOException {
        set(calls, fd, Constants.SOL_SOCKET, Constants.SO_KEEPALIVE, 1);
        set(calls, fd, Constants.IPPROTO_TCP, Constants.TCP_KEEPIDLE, (int)
                times.idle().toSeconds());
        set(calls, fd, Constants.IPPROTO_TCP, Constants.TCP_KEEPINTVL, (int)
                times.interval().toSeconds());
        set(calls, fd, Constants.IPPROTO_TCP, Constants.TCP_KEEPCNT, times.probes());
    }

    private static void set(Syscalls calls, int fd, int level, int option, int value) throws IOException {
        require("setsockopt", calls.setsockopt(fd, level, option, value));
    }

    public static InetSocketAddress localAddress(Syscalls calls, int fd) throws IOException {
        Sockaddr name = new Sockaddr().clear();
        require("getsockname", calls.getsockname(fd, name));
        return name.get();
    }

    public static InetSocketAddress remoteAddress(Syscalls calls, int fd) throws IOException {
        Sockaddr name = new Sockaddr().clear();
        require("getpeername", calls.getpeername(fd, name));
        return name.get();
    }

    private static int require(String what, int result) throws IOException {
        if (result < 0) {
            throw Errno.during(what, result);
        }
        return result;
    }

    /** Closes what is not used any more; a failure is only logged. */
    public static void close(Syscalls calls, int fd) {
        int result = calls.close(fd);
        if (result < 0) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    () -> "descriptor " + fd + " did not close cleanly: " + Syscalls.words(-result));
        }
    }
}
