package dev.gearbox.engines.linux.system;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;

/**
 * System calls through the C library, for one thread: this object holds the errno of the last one. Each method returns, as the kernel does, the result of the
 * call or the errno as a negative number. The caller must keep memory alive that is passed by address.
 *
 * <p>Calls that never wait are linked as <em>critical</em>, which costs a third of an ordinary call but blocks the garbage collector meanwhile; so reads and
 * writes of a socket are critical only if they do not wait.
 *
 * <p>All functions are linked with one of two signatures, because the JVM takes 3 to 8 ms to prepare each signature that it has not met. That is correct on
 * x86-64 and aarch64: integers and addresses of up to 64 bits are passed in the same registers, a function ignores those that it does not read, and the upper
 * half of what a function that returns an {@code int} has returned is undefined, so it is cut off here.
 */
@SuppressWarnings("restricted") // calling native code is the purpose of this class
public class Syscalls {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO_OPTION = Linker.Option.captureCallState("errno");
    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout().varHandle(PathElement.groupElement("errno"));

    private static final MethodHandle RECV = critical("recv");
    private static final MethodHandle SEND = critical("send");
    private static final MethodHandle WRITE = critical("write");
    private static final MethodHandle EPOLL_CTL = critical("epoll_ctl");
    private static final MethodHandle SHUTDOWN = critical("shutdown");

    private static final MethodHandle SYSCALL = general("syscall");
    private static final MethodHandle EPOLL_WAIT = general("epoll_wait");
    private static final MethodHandle EPOLL_CREATE = general("epoll_create1");
    private static final MethodHandle EVENTFD = general("eventfd");
    private static final MethodHandle ACCEPT = general("accept4");
    private static final MethodHandle SOCKET = general("socket");
    private static final MethodHandle SOCKETPAIR = general("socketpair");
    private static final MethodHandle BIND = general("bind");
    private static final MethodHandle LISTEN = general("listen");
    private static final MethodHandle CONNECT = general("connect");
    private static final MethodHandle CLOSE = general("close");
    private static final MethodHandle GETSOCKNAME = general("getsockname");
    private static final MethodHandle GETPEERNAME = general("getpeername");
    private static final MethodHandle SETSOCKOPT = general("setsockopt");
    private static final MethodHandle GETSOCKOPT = general("getsockopt");
    private static final MethodHandle FCNTL = general("fcntl");
    private static final MethodHandle DUP3 = general("dup3");
    private static final MethodHandle MMAP = general("mmap");
    private static final MethodHandle MUNMAP = general("munmap");
    private static final MethodHandle GETTID = general("gettid");
    private static final MethodHandle TGKILL = general("tgkill");
    private static final MethodHandle SIGACTION = general("sigaction");
    private static final MethodHandle GETRLIMIT = general("getrlimit");
    private static final MethodHandle STRERROR = general("strerror");

    /** The call state of {@link #words}, which may be written by several threads because it is never read. */
    private static final MemorySegment UNREAD = Arena.global().allocate(Linker.Option.captureStateLayout());

    /** Space for a struct sigaction, whose first word is the handler: 0 the default, 1 to ignore it. */
    private static final int SIGACTION_SIZE = 256;

    private final MemorySegment state = Arena.ofAuto().allocate(Linker.Option.captureStateLayout());
    private final MemorySegment limits = Arena.ofAuto().allocate(2 * Long.BYTES, 8);
    private final MemorySegment scratch = Arena.ofAuto().allocate(2 * Integer.BYTES, 8);

    /** Links a function that never waits, with up to four arguments. */
    private static MethodHandle critical(String name) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.critical(false),
                ERRNO_OPTION);
    }

    /** Links a function with up to seven arguments, of which all but the first may be variable arguments. */
    private static MethodHandle general(String name) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(
                        JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.firstVariadicArg(1),
                ERRNO_OPTION);
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

    private int call(MethodHandle function, long a, long b, long c) {
        return call(function, a, b, c, 0, 0);
    }

    /** Calls a general function that returns an {@code int}. */
    private int call(MethodHandle function, long a, long b, long c, long d, long e) {
        try {
            return result((int) (long) function.invokeExact(state, a, b, c, d, e, 0L, 0L));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        } finally {
            Reference.reachabilityFence(this); // and with it the memory whose address is an argument
        }
    }

    /** The same with the address of a socket, and its length or the address of its length. */
    private int call(MethodHandle function, int fd, Sockaddr name, long length, int flags) {
        try {
            return call(function, fd, name.memory().address(), length, flags, 0);
        } finally {
            Reference.reachabilityFence(name);
        }
    }

    /** Returns the system's message for an errno. */
    public static String words(int errno) {
        try {
            long text = (long) STRERROR.invokeExact(UNREAD, (long) errno, 0L, 0L, 0L, 0L, 0L, 0L);
            return MemorySegment.ofAddress(text).reinterpret(256).getString(0);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int socket(int family, int type) {
        return call(SOCKET, family, type, 0);
    }

    public int bind(int fd, Sockaddr name) {
        return call(BIND, fd, name, name.length(), 0);
    }

    public int listen(int fd, int backlog) {
        return call(LISTEN, fd, backlog, 0);
    }

    /** Makes the descriptor non-blocking. */
    public int accept(int fd, Sockaddr name) {
        int flags = Constants.SOCK_NONBLOCK | Constants.SOCK_CLOEXEC;
        return call(ACCEPT, fd, name, name.lengthMemory().address(), flags);
    }

    public int connect(int fd, Sockaddr name) {
        return call(CONNECT, fd, name, name.length(), 0);
    }

    public int shutdown(int fd, int how) {
        try {
            return result((int) (long) SHUTDOWN.invokeExact(state, fd, (long) how, 0L, 0L));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int close(int fd) {
        return call(CLOSE, fd, 0, 0);
    }

    public int getsockname(int fd, Sockaddr name) {
        return call(GETSOCKNAME, fd, name, name.lengthMemory().address(), 0);
    }

    public int getpeername(int fd, Sockaddr name) {
        return call(GETPEERNAME, fd, name, name.lengthMemory().address(), 0);
    }

    /** Sets an integer option. */
    public int setsockopt(int fd, int level, int option, int value) {
        scratch.set(JAVA_INT, 0, value);
        return call(SETSOCKOPT, fd, level, option, scratch.address(), Integer.BYTES);
    }

    /** Makes the close of the socket send a reset, which drops unsent bytes and leaves no TIME_WAIT entry in the system's tables. */
    public int resetOnClose(int fd) {
        scratch.set(JAVA_INT, 0, 1);
        scratch.set(JAVA_INT, Integer.BYTES, 0);
        return call(SETSOCKOPT, fd, Constants.SOL_SOCKET, Constants.SO_LINGER, scratch.address(), 2 * Integer.BYTES);
    }

    /** Returns the result of a non-blocking connect: 0, or the errno as a negative number. */
    public int connectResult(int fd) {
        scratch.set(JAVA_INT, Integer.BYTES, Integer.BYTES);
        long error = scratch.address();
        int result = call(GETSOCKOPT, fd, Constants.SOL_SOCKET, Constants.SO_ERROR, error, error + Integer.BYTES);
        return result < 0 ? result : -scratch.get(JAVA_INT, 0);
    }

    /** Duplicates the descriptor. */
    public int duplicate(int fd) {
        return call(FCNTL, fd, Constants.F_DUPFD_CLOEXEC, 0);
    }

    /** Sets or clears O_NONBLOCK. */
    public int setBlocking(int fd, boolean blocking) {
        return call(FCNTL, fd, Constants.F_SETFL, blocking ? 0 : Constants.O_NONBLOCK);
    }

    /** Makes {@code target} a duplicate of {@code fd} (dup2); what it was before is closed. */
    public int replace(int fd, int target) {
        return call(DUP3, fd, target, Constants.SOCK_CLOEXEC);
    }

    /** Creates two local sockets that are connected to each other. */
    public int socketPair(int[] into) {
        int type = Constants.SOCK_STREAM | Constants.SOCK_CLOEXEC;
        int result = call(SOCKETPAIR, Constants.AF_UNIX, type, 0, scratch.address(), 0);
        into[0] = scratch.get(JAVA_INT, 0);
        into[1] = scratch.get(JAVA_INT, Integer.BYTES);
        return result;
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
        return call(GETTID, 0, 0, 0);
    }

    public int tgkill(int process, int thread, int signal) {
        return call(TGKILL, process, thread, signal);
    }

    /** Returns whether the process has its own handler for a signal: 1 or 0. */
    public int hasHandler(int signal) {
        MemorySegment action = Arena.ofAuto().allocate(SIGACTION_SIZE, 8);
        int result = call(SIGACTION, signal, 0, action.address());
        long handler = action.get(JAVA_LONG, 0); // which keeps the memory until here
        return result < 0 ? result : handler > 1 || handler < 0 ? 1 : 0;
    }

    /** Never waits. */
    public int recv(int fd, long address, int length) {
        try {
            return (int)
                    result((long) RECV.invokeExact(state, fd, address, (long) length, (long) Constants.MSG_DONTWAIT));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Never waits, and raises no signal. */
    public int send(int fd, long address, int length) {
        long flags = Constants.MSG_DONTWAIT | Constants.MSG_NOSIGNAL;
        try {
            return (int) result((long) SEND.invokeExact(state, fd, address, (long) length, flags));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** For non-blocking descriptors. */
    public int write(int fd, long address, int length) {
        try {
            return (int) result((long) WRITE.invokeExact(state, fd, address, (long) length, 0L));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int eventfd() {
        return call(EVENTFD, 0, Constants.EFD_NONBLOCK | Constants.EFD_CLOEXEC, 0);
    }

    public int epollCreate() {
        return call(EPOLL_CREATE, Constants.EPOLL_CLOEXEC, 0, 0);
    }

    public int epollCtl(int epoll, int operation, int fd, long event) {
        try {
            return result((int) (long) EPOLL_CTL.invokeExact(state, epoll, (long) operation, (long) fd, event));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** May wait. */
    public int epollWait(int epoll, long events, int count, int millis) {
        try {
            return result((int) (long)
                    EPOLL_WAIT.invokeExact(state, (long) epoll, events, (long) count, (long) millis, 0L, 0L, 0L));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public long mmap(long length, int flags, int fd, long offset) {
        try {
            return result((long) MMAP.invokeExact(
                    state, 0L, length, (long) Constants.PROT_READ_WRITE, (long) flags, (long) fd, offset, 0L));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    public int munmap(long address, long length) {
        return call(MUNMAP, address, length, 0);
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
        int result = call(GETRLIMIT, Constants.RLIMIT_NOFILE, limits.address(), 0);
        return result < 0 ? 0 : limits.get(JAVA_LONG, 0);
    }
}
