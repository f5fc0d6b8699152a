package dev.gearbox.engines.linux.system;

import dev.gearbox.core.KeepAlive;
import dev.gearbox.core.Options;
import dev.gearbox.core.sockets.UnixSocketFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Opens sockets and sets their options. An accepted connection inherits its options from the listening socket. Used on any thread. */
public final class LinuxSockets {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private LinuxSockets() {}

    /**
     * Sockets that listen on one port together, one for each loop, among which the kernel distributes connections by their addresses. On a path there is one
     * socket with a descriptor for each loop, and connections go to the loop that accepts first.
     */
    public record Listening(List<Integer> descriptors, SocketAddress address) {}

    /**
     * Listens.
     *
     * @param count how many sockets
     * @param type SOCK_NONBLOCK or 0: io_uring waits by itself, and only for a blocking socket
     */
    public static Listening listen(SocketAddress wanted, Options options, int count, int type) throws IOException {
        return listen(new Syscalls(), wanted, options, count, type);
    }

    /** As {@link #listen(SocketAddress, Options, int, int)}, with these calls. */
    public static Listening listen(Syscalls calls, SocketAddress wanted, Options options, int count, int type)
            throws IOException {
        Errno.load();
        List<Integer> descriptors = new ArrayList<>();
        try {
            if (!(wanted instanceof InetSocketAddress internet)) {
                listenOnPath(calls, wanted, options, count, type, descriptors);
                return new Listening(List.copyOf(descriptors), wanted);
            }
            InetSocketAddress bound = internet;
            for (int index = 0; index < count; index++) {
                // The first one binds without sharing, so that a port of another listener, in any process, is reported
                // as in use.
                int fd = bind(calls, bound, options, type, index > 0 || options.reusePort(), descriptors);
                bound = (InetSocketAddress) localAddress(calls, fd);
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

    private static void listenOnPath(
            Syscalls calls, SocketAddress path, Options options, int count, int type, List<Integer> opened)
            throws IOException {
        int fd = open(calls, path, options, type);
        opened.add(fd);
        int result = calls.bind(fd, new Sockaddr().set(path));
        if (result < 0) {
            throw Errno.bind(result);
        }
        try {
            require("listen", calls.listen(fd, options.acceptBacklog()));
            while (opened.size() < count) {
                opened.add(require("fcntl", calls.duplicate(fd)));
            }
        } catch (IOException failure) {
            // There is a file since bind.
            UnixSocketFiles.delete(((UnixDomainSocketAddress) path).getPath());
            throw failure;
        }
    }

    /** Returns whether a listener at this address has connections with different addresses of their own. */
    public static boolean isAny(SocketAddress listening) {
        return listening instanceof InetSocketAddress internet
                && internet.getAddress().isAnyLocalAddress();
    }

    /**
     * Opens one more socket on a port of this engine, or one more descriptor of the socket on a path.
     *
     * @param others all that listen there; they share it from now on
     */
    static int listenToo(SocketAddress bound, Options options, int type, List<Integer> others) throws IOException {
        Syscalls calls = new Syscalls();
        if (!(bound instanceof InetSocketAddress internet)) {
            return require("fcntl", calls.duplicate(others.getFirst()));
        }
        List<Integer> opened = new ArrayList<>();
        try {
            for (int other : others) {
                set(calls, other, Constants.SOL_SOCKET, Constants.SO_REUSEPORT, 1);
            }
            int fd = bind(calls, internet, options, type, true, opened);
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
        boolean v6 = any || Sockaddr.family(address) == Constants.AF_INET6;
        int fd = open(calls, v6 ? Constants.AF_INET6 : Constants.AF_INET, type);
        if (fd == -Constants.EAFNOSUPPORT && any) {
            v6 = false;
            fd = open(calls, Constants.AF_INET, type);
        }
        opened.add(require("socket", fd));
        if (any && v6) {
            set(calls, fd, Constants.IPPROTO_IPV6, Constants.IPV6_V6ONLY, 0);
        }
        set(calls, fd, Constants.SOL_SOCKET, Constants.SO_REUSEADDR, 1);
        if (shared) {
            set(calls, fd, Constants.SOL_SOCKET, Constants.SO_REUSEPORT, 1);
        }
        prepare(calls, fd, options, true);
        Sockaddr name = new Sockaddr().set(address, v6);
        int result = calls.bind(fd, name);
        if (result < 0) {
            throw Errno.bind(result);
        }
        return fd;
    }

    /** Opens an unconnected socket of the address family of {@code address}. */
    public static int open(Syscalls calls, SocketAddress address, Options options, int type) throws IOException {
        int fd = require("socket", open(calls, Sockaddr.family(address), type));
        try {
            prepare(calls, fd, options, address instanceof InetSocketAddress);
        } catch (IOException failure) {
            close(calls, fd);
            throw failure;
        }
        return fd;
    }

    private static int open(Syscalls calls, int family, int type) {
        return calls.socket(family, Constants.SOCK_STREAM | Constants.SOCK_CLOEXEC | type);
    }

    /** @param tcp whether the socket has the options of TCP; one on a path has none of them */
    private static void prepare(Syscalls calls, int fd, Options options, boolean tcp) throws IOException {
        if (options.sendBuffer() > 0) {
            set(calls, fd, Constants.SOL_SOCKET, Constants.SO_SNDBUF, options.sendBuffer());
        }
        if (options.receiveBuffer() > 0) {
            set(calls, fd, Constants.SOL_SOCKET, Constants.SO_RCVBUF, options.receiveBuffer());
        }
        if (tcp) {
            prepareTcp(calls, fd, options);
        }
    }

    private static void prepareTcp(Syscalls calls, int fd, Options options) throws IOException {
        if (options.noDelay()) {
            set(calls, fd, Constants.IPPROTO_TCP, Constants.TCP_NODELAY, 1);
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

    public static SocketAddress localAddress(Syscalls calls, int fd) throws IOException {
        Sockaddr name = new Sockaddr().clear();
        require("getsockname", calls.getsockname(fd, name));
        return name.get();
    }

    public static SocketAddress remoteAddress(Syscalls calls, int fd) throws IOException {
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
