package dev.gearbox.engines.linux.system;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * System calls through the C library, for one thread: this object holds the errno of the last one. Each method returns, as the kernel does, the result of the
 * call or the errno as a negative number. The caller must keep memory alive that is passed by address.
 *
 * <p>Calls that never wait are linked as <em>critical</em>, which costs a third of an ordinary call but blocks the garbage collector meanwhile; so reads and
 * writes of a socket are critical only if they do not wait.
 */
@SuppressWarnings("restricted") // calling native code is the purpose of this class
public class Syscalls {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO_OPTION = Linker.Option.captureCallState("errno");
    private static final Linker.Option CRITICAL = Linker.Option.critical(false);
    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout().varHandle(PathElement.groupElement("errno"));

    private static final FunctionDescriptor INTS_1 = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
    private static final FunctionDescriptor INTS_2 = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT);
    private static final FunctionDescriptor INTS_3 = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final FunctionDescriptor TRANSFER =
            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    private static final FunctionDescriptor NAME = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final FunctionDescriptor NAMED = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

    private static final MethodHandle SOCKET = handle("socket", INTS_3);
    private static final MethodHandle LISTEN = handle("listen", INTS_2);
    private static final MethodHandle SHUTDOWN = handle("shutdown", INTS_2, CRITICAL);
    private static final MethodHandle CLOSE = handle("close", INTS_1);
    private static final MethodHandle EVENTFD = handle("eventfd", INTS_2);
    private static final MethodHandle EPOLL_CREATE = handle("epoll_create1", INTS_1);
    private static final MethodHandle RECV = handle("recv", TRANSFER, CRITICAL);
    private static final MethodHandle SEND = handle("send", TRANSFER, CRITICAL);
    private static final MethodHandle GETSOCKNAME = handle("getsockname", NAME);
    private static final MethodHandle GETPEERNAME = handle("getpeername", NAME);
    private static final MethodHandle BIND = handle("bind", NAMED);
    private static final MethodHandle CONNECT = handle("connect", NAMED);
    private static final MethodHandle ACCEPT =
            handle("accept4", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    private static final MethodHandle SETSOCKOPT =
            handle("setsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle GETSOCKOPT =
            handle("getsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle WRITE =
            handle("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG), CRITICAL);
    private static final MethodHandle EPOLL_CTL =
            handle("epoll_ctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG), CRITICAL);
    private static final MethodHandle EPOLL_WAIT =
            handle("epoll_wait", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT));
    private static final MethodHandle MMAP = handle(
            "mmap", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle MUNMAP = handle("munmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle SYSCALL = handle(
            "syscall",
            FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
    private static final MethodHandle FCNTL = handle(
            "fcntl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle DUP3 = handle("dup3", INTS_3);
    private static final MethodHandle SOCKETPAIR =
            handle("socketpair", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle GETTID = handle("gettid", FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle TGKILL = handle("tgkill", INTS_3);
    private static final MethodHandle SIGACTION =
            handle("sigaction", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle GETRLIMIT =
            handle("getrlimit", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle STRERROR = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));

    /** Space for a struct sigaction, whose first word is the handler: 0 the default, 1 to ignore it. */
    private static final int SIGACTION_SIZE = 256;

    private final MemorySegment state = Arena.ofAuto().allocate(Linker.Option.captureStateLayout());
    private final MemorySegment limits = Arena.ofAuto().allocate(2 * Long.BYTES, 8);
    private final MemorySegment scratch = Arena.ofAuto().allocate(2 * Integer.BYTES, 8);

    private static MethodHandle handle(String name, FunctionDescriptor signature, Linker.Option... options) {
        Linker.Option[] all = new Linker.Option[options.length + 1];
        System.arraycopy(options, 0, all, 0, options.length);
        all[options.length] = ERRNO_OPTION;
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), signature, all);
    }

    private int result(int returned) {
        return returned >= 0 ? returned : -(int) ERRNO.get(state, 0L);
    }

    private long result(long returned) {
        return returned >= 0 ? returned : -(int) ERRNO.get(state, 0L);
    }

    /** These handles throw no exceptions of their own. */
    private static AssertionError impossible(Throwable thrown) {
        return new AssertionError("a native call threw", thrown);
    }

    /** Returns the system's message for an errno. */
    public static String words(int errno) {
        try {
            MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
            return text.reinterpret(256).getString(0);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int socket(int family, int type) {
        try {
            return result((int) SOCKET.invokeExact(state, family, type, 0));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int bind(int fd, Sockaddr name) {
        try {
            return result((int) BIND.invokeExact(state, fd, name.memory(), name.length()));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int listen(int fd, int backlog) {
        try {
            return result((int) LISTEN.invokeExact(state, fd, backlog));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Makes the descriptor non-blocking. */
    public int accept(int fd, Sockaddr name) {
        try {
            return result((int) ACCEPT.invokeExact(
                    state, fd, name.memory(), name.lengthMemory(), Constants.SOCK_NONBLOCK | Constants.SOCK_CLOEXEC));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int connect(int fd, Sockaddr name) {
        try {
            return result((int) CONNECT.invokeExact(state, fd, name.memory(), name.length()));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int shutdown(int fd, int how) {
        try {
            return result((int) SHUTDOWN.invokeExact(state, fd, how));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int close(int fd) {
        try {
            return result((int) CLOSE.invokeExact(state, fd));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int getsockname(int fd, Sockaddr name) {
        try {
            return result((int) GETSOCKNAME.invokeExact(state, fd, name.memory(), name.lengthMemory()));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int getpeername(int fd, Sockaddr name) {
        try {
            return result((int) GETPEERNAME.invokeExact(state, fd, name.memory(), name.lengthMemory()));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Sets an integer option. */
    public int setsockopt(int fd, int level, int option, int value) {
        scratch.set(JAVA_INT, 0, value);
        try {
            return result((int) SETSOCKOPT.invokeExact(state, fd, level, option, scratch, Integer.BYTES));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Makes the close of the socket send a reset, which drops unsent bytes and leaves no TIME_WAIT entry in the system's tables. */
    public int resetOnClose(int fd) {
        scratch.set(JAVA_INT, 0, 1);
        scratch.set(JAVA_INT, Integer.BYTES, 0);
        try {
            return result((int) SETSOCKOPT.invokeExact(
                    state, fd, Constants.SOL_SOCKET, Constants.SO_LINGER, scratch, 2 * Integer.BYTES));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Returns the result of a non-blocking connect: 0, or the errno as a negative number. */
    public int connectResult(int fd) {
        scratch.set(JAVA_INT, Integer.BYTES, Integer.BYTES);
        try {
            int result = result((int) GETSOCKOPT.invokeExact(
                    state, fd, Constants.SOL_SOCKET, Constants.SO_ERROR, scratch, scratch.asSlice(Integer.BYTES)));
            return result < 0 ? result : -scratch.get(JAVA_INT, 0);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Duplicates the descriptor. */
    public int duplicate(int fd) {
        try {
            return result((int) FCNTL.invokeExact(state, fd, Constants.F_DUPFD_CLOEXEC, 0));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Sets or clears O_NONBLOCK. */
    public int setBlocking(int fd, boolean blocking) {
        try {
            return result((int) FCNTL.invokeExact(state, fd, Constants.F_SETFL, blocking ? 0 : Constants.O_NONBLOCK));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Makes {@code target} a duplicate of {@code fd} (dup2); what it was before is closed. */
    public int replace(int fd, int target) {
        try {
            return result((int) DUP3.invokeExact(state, fd, target, Constants.SOCK_CLOEXEC));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Creates two local sockets that are connected to each other. */
    public int socketPair(int[] into) {
        try {
            int result = result((int) SOCKETPAIR.invokeExact(
                    state, Constants.AF_UNIX, Constants.SOCK_STREAM | Constants.SOCK_CLOEXEC, 0, scratch));
            into[0] = scratch.get(JAVA_INT, 0);
            into[1] = scratch.get(JAVA_INT, Integer.BYTES);
            return result;
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Creates a local socket whose other end is closed: a read returns the end of the stream, a write fails with a broken pipe. */
    public int brokenSocket() {
        int[] pair = new int[2];
        int result = socketPair(pair);
        if (result < 0) {
            return result;
        }
        close(pair[1]);
        return pair[0];
    }

    /** Returns the system's number of the current thread. */
    public int gettid() {
        try {
            return (int) GETTID.invokeExact(state);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int tgkill(int process, int thread, int signal) {
        try {
            return result((int) TGKILL.invokeExact(state, process, thread, signal));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Returns whether the process has its own handler for a signal: 1 or 0. */
    public int hasHandler(int signal) {
        MemorySegment action = Arena.ofAuto().allocate(SIGACTION_SIZE, 8);
        try {
            int result = result((int) SIGACTION.invokeExact(state, signal, MemorySegment.NULL, action));
            return result < 0 ? result : action.get(JAVA_LONG, 0) > 1 || action.get(JAVA_LONG, 0) < 0 ? 1 : 0;
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Never waits. */
    public int recv(int fd, long address, int length) {
        try {
            return (int) result((long) RECV.invokeExact(state, fd, address, (long) length, Constants.MSG_DONTWAIT));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Never waits, and raises no signal. */
    public int send(int fd, long address, int length) {
        try {
            return (int) result((long) SEND.invokeExact(
                    state, fd, address, (long) length, Constants.MSG_DONTWAIT | Constants.MSG_NOSIGNAL));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** For non-blocking descriptors. */
    public int write(int fd, long address, int length) {
        try {
            return (int) result((long) WRITE.invokeExact(state, fd, address, (long) length));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int eventfd() {
        try {
            return result((int) EVENTFD.invokeExact(state, 0, Constants.EFD_NONBLOCK | Constants.EFD_CLOEXEC));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int epollCreate() {
        try {
            return result((int) EPOLL_CREATE.invokeExact(state, Constants.EPOLL_CLOEXEC));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int epollCtl(int epoll, int operation, int fd, long event) {
        try {
            return result((int) EPOLL_CTL.invokeExact(state, epoll, operation, fd, event));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** May wait. */
    public int epollWait(int epoll, long events, int count, int millis) {
        try {
            return result((int) EPOLL_WAIT.invokeExact(state, epoll, events, count, millis));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public long mmap(long length, int flags, int fd, long offset) {
        try {
            return result((long) MMAP.invokeExact(state, 0L, length, Constants.PROT_READ_WRITE, flags, fd, offset));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int munmap(long address, long length) {
        try {
            return result((int) MUNMAP.invokeExact(state, address, length));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** A system call for which the C library has no function. May wait. */
    public long syscall(long number, long a, long b, long c, long d, long e, long f) {
        try {
            return result((long) SYSCALL.invokeExact(state, number, a, b, c, d, e, f));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Returns the process's limit on descriptors. */
    public long descriptorLimit() {
        try {
            int result = result((int) GETRLIMIT.invokeExact(state, Constants.RLIMIT_NOFILE, limits));
            return result < 0 ? 0 : limits.get(JAVA_LONG, 0);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }
}
