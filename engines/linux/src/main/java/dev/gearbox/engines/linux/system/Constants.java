package dev.gearbox.engines.linux.system;

/**
 * The constants of the Linux headers that this module needs: the same on x86-64 and aarch64, the two (little-endian) processors that it supports. What differs
 * between them is in {@link Layouts}.
 */
public final class Constants {
    // fcntl.h, signal.h
    static final int F_SETFL = 4;
    static final int F_DUPFD_CLOEXEC = 1030;
    static final int O_NONBLOCK = 0x800;
    public static final int SIGRTMAX = 64;

    // errno.h
    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EBADF = 9;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EBUSY = 16;
    static final int EEXIST = 17;
    public static final int EINVAL = 22;
    public static final int ENFILE = 23;
    public static final int EMFILE = 24;
    public static final int ENOSYS = 38;
    public static final int ETIME = 62;
    static final int EAFNOSUPPORT = 97;
    static final int EADDRINUSE = 98;
    static final int EADDRNOTAVAIL = 99;
    static final int ENETUNREACH = 101;
    public static final int ECONNABORTED = 103;
    public static final int ENOBUFS = 105;
    static final int ETIMEDOUT = 110;
    public static final int ECONNREFUSED = 111;
    static final int EHOSTUNREACH = 113;
    public static final int EINPROGRESS = 115;
    public static final int ECANCELED = 125;

    // socket.h, in.h, tcp.h
    static final int AF_UNIX = 1;
    public static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    public static final int SOCK_STREAM = 1;
    public static final int SOCK_NONBLOCK = 0x800;
    public static final int SOCK_CLOEXEC = 0x80000;
    static final int SOL_SOCKET = 1;
    static final int SO_REUSEADDR = 2;
    static final int SO_ERROR = 4;
    static final int SO_SNDBUF = 7;
    static final int SO_RCVBUF = 8;
    static final int SO_KEEPALIVE = 9;
    static final int SO_LINGER = 13;
    static final int SO_REUSEPORT = 15;
    public static final int IPPROTO_IP = 0;
    public static final int IP_BIND_ADDRESS_NO_PORT = 24;
    static final int IPPROTO_TCP = 6;
    static final int TCP_NODELAY = 1;
    static final int TCP_KEEPIDLE = 4;
    static final int TCP_KEEPINTVL = 5;
    static final int TCP_KEEPCNT = 6;
    static final int TCP_USER_TIMEOUT = 18;
    static final int IPPROTO_IPV6 = 41;
    static final int IPV6_V6ONLY = 26;
    public static final int MSG_DONTWAIT = 0x40;
    public static final int MSG_WAITALL = 0x100;
    public static final int MSG_NOSIGNAL = 0x4000;
    public static final int SHUT_WR = 1;

    // epoll.h, eventfd.h
    static final int EPOLL_CLOEXEC = 0x80000;
    public static final int EPOLL_CTL_ADD = 1;
    public static final int EPOLL_CTL_DEL = 2;
    public static final int EPOLL_CTL_MOD = 3;
    public static final int EPOLLIN = 1;
    public static final int EPOLLPRI = 2;
    public static final int EPOLLOUT = 4;
    public static final int EPOLLRDHUP = 0x2000;
    public static final int EPOLLONESHOT = 1 << 30;
    public static final int EPOLLET = 1 << 31;
    static final int EFD_NONBLOCK = 0x800;
    static final int EFD_CLOEXEC = 0x80000;

    // resource.h
    static final int RLIMIT_NOFILE = 7;

    // mman.h
    static final int PROT_READ_WRITE = 3;
    public static final int MAP_SHARED = 1;
    public static final int MAP_POPULATE = 0x8000;

    private Constants() {}
}
