package dev.gearbox.engines.linux.system;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Memory for a socket address passed to or from the kernel: struct sockaddr_in, sockaddr_in6 or sockaddr_un, followed by its length. For one thread, or one
 * request, at a time.
 */
public final class Sockaddr {
    private static final int LENGTH = 112;
    /** The JDK's encoding of paths. */
    private static final Charset PATHS = Charset.forName(System.getProperty("sun.jnu.encoding"));

    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};
    // Of both structures: family, port; then the IPv4 address, or flow information and the IPv6 address.
    private static final int PORT = 2;
    private static final int V4 = 4;
    private static final int V6 = 8;
    private static final int SCOPE = 24;
    /** Of sockaddr_un: the path behind the family, with a NUL at its end where the length does not tell. */
    private static final int PATH = 2;

    private static final ValueLayout.OfShort NETWORK_SHORT = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment memory = Arena.ofAuto().allocate(LENGTH + Integer.BYTES, 8);
    private final MemorySegment length = memory.asSlice(LENGTH);

    /** Returns the memory address of the structure. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns the memory address of its length, for calls that change it. */
    public MemorySegment lengthMemory() {
        return length;
    }

    public int length() {
        return length.get(ValueLayout.JAVA_INT, 0);
    }

    /** Prepares it to be filled by the kernel. */
    public Sockaddr clear() {
        length.set(ValueLayout.JAVA_INT, 0, Layouts.SOCKADDR_UN_SIZE);
        return this;
    }

    /** Returns the family of a socket for this address: AF_INET, AF_INET6 or AF_UNIX. */
    static int family(SocketAddress address) {
        if (!(address instanceof InetSocketAddress internet)) {
            return Constants.AF_UNIX;
        }
        return internet.getAddress() instanceof Inet6Address ? Constants.AF_INET6 : Constants.AF_INET;
    }

    /** Writes an address, of its own family. */
    public Sockaddr set(SocketAddress from) {
        return from instanceof InetSocketAddress internet
                ? set(internet, family(internet) == Constants.AF_INET6)
                : set((UnixDomainSocketAddress) from);
    }

    private Sockaddr set(UnixDomainSocketAddress from) {
        byte[] path = from.getPath().toString().getBytes(PATHS);
        if (path.length >= Layouts.SOCKADDR_UN_SIZE - PATH) {
            throw new IllegalArgumentException(from + " has " + path.length + " bytes, and the system allows "
                    + (Layouts.SOCKADDR_UN_SIZE - PATH - 1));
        }
        memory.fill((byte) 0);
        memory.set(ValueLayout.JAVA_SHORT, 0, (short) Constants.AF_UNIX);
        put(PATH, path);
        length.set(ValueLayout.JAVA_INT, 0, PATH + path.length + 1);
        return this;
    }

    /**
     * Writes an internet address.
     *
     * @param v6 whether the socket is an IPv6 socket, for which an IPv4 address is mapped
     */
    public Sockaddr set(InetSocketAddress from, boolean v6) {
        memory.fill((byte) 0);
        InetAddress host = from.getAddress();
        byte[] bytes = host.getAddress();
        memory.set(ValueLayout.JAVA_SHORT, 0, (short) (v6 ? Constants.AF_INET6 : Constants.AF_INET));
        memory.set(NETWORK_SHORT, PORT, (short) from.getPort());
        length.set(ValueLayout.JAVA_INT, 0, v6 ? Layouts.SOCKADDR_SIZE : Layouts.SOCKADDR_IN_SIZE);
        if (!v6) {
            put(V4, bytes);
        } else if (host instanceof Inet6Address newer) {
            put(V6, bytes);
            memory.set(ValueLayout.JAVA_INT, SCOPE, newer.getScopeId());
        } else if (!host.isAnyLocalAddress()) {
            put(V6, MAPPED);
            put(V6 + MAPPED.length, bytes);
        }
        return this;
    }

    /** Returns whether it contains this address. */
    public boolean is(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress internet
                && internet.getPort() == port()
                && !isUnix()
                && internet.equals(getInternet());
    }

    public int port() {
        return Short.toUnsignedInt(memory.get(NETWORK_SHORT, PORT));
    }

    private boolean isUnix() {
        return memory.get(ValueLayout.JAVA_SHORT, 0) == Constants.AF_UNIX;
    }

    /** Returns its address; an IPv4-mapped one is returned as IPv4, and that of a Unix-domain socket without a name has an empty path. */
    public SocketAddress get() {
        return isUnix() ? getUnix() : getInternet();
    }

    private UnixDomainSocketAddress getUnix() {
        int end = PATH;
        while (end < length() && memory.get(ValueLayout.JAVA_BYTE, end) != 0) {
            end++;
        }
        byte[] path = new byte[end - PATH];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, PATH, path, 0, path.length);
        return UnixDomainSocketAddress.of(new String(path, PATHS));
    }

    private InetSocketAddress getInternet() {
        int port = port();
        boolean v6 = memory.get(ValueLayout.JAVA_SHORT, 0) == Constants.AF_INET6;
        byte[] bytes = new byte[v6 ? 16 : 4];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, v6 ? V6 : V4, bytes, 0, bytes.length);
        try {
            int scope = v6 ? memory.get(ValueLayout.JAVA_INT, SCOPE) : 0;
            InetAddress host =
                    scope == 0 ? InetAddress.getByAddress(bytes) : Inet6Address.getByAddress(null, bytes, scope);
            return new InetSocketAddress(host, port);
        } catch (UnknownHostException impossible) {
            throw new AssertionError("an address of " + bytes.length + " bytes", impossible);
        }
    }

    private void put(int at, byte[] bytes) {
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, at, bytes.length);
    }
}
