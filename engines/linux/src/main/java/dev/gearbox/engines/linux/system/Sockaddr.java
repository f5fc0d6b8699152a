package dev.gearbox.engines.linux.system;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Memory for a socket's address, in and out of the kernel: struct sockaddr_in or sockaddr_in6, and its length behind it. For one thread, or
 * one request, at a time.
 */
public final class Sockaddr {
    private static final int LENGTH = 32;
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};
    // Of both structures: family, port; then the older address, or flow information and the newer one.
    private static final int PORT = 2;
    private static final int V4 = 4;
    private static final int V6 = 8;
    private static final int SCOPE = 24;

    private static final ValueLayout.OfShort NETWORK_SHORT = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment memory = Arena.ofAuto().allocate(LENGTH + Integer.BYTES, 8);
    private final MemorySegment length = memory.asSlice(LENGTH);

    /** The address itself. */
    public MemorySegment memory() {
        return memory;
    }

    /** Its length in memory, for calls that want to change it. */
    public MemorySegment lengthMemory() {
        return length;
    }

    public int length() {
        return length.get(ValueLayout.JAVA_INT, 0);
    }

    /** Empties it, to be filled by the kernel. */
    public Sockaddr clear() {
        length.set(ValueLayout.JAVA_INT, 0, Layouts.SOCKADDR_SIZE);
        return this;
    }

    /** Whether a socket for {@code address} has to be of the newer family. */
    public static boolean isV6(InetSocketAddress address) {
        return address.getAddress() instanceof Inet6Address;
    }

    /**
     * Fills it.
     *
     * @param v6 whether the socket is of the newer family, for which an older address is mapped
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

    /** Whether it is this address that is in it. */
    public boolean is(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress internet && internet.getPort() == port() && internet.equals(get());
    }

    public int port() {
        return Short.toUnsignedInt(memory.get(NETWORK_SHORT, PORT));
    }

    /** What is in it; an older address comes out as one. */
    public InetSocketAddress get() {
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
