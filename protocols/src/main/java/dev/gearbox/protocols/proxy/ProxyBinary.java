package dev.gearbox.protocols.proxy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Version 2: a signature, a command, a family, a length, addresses, and values, of which only the check sum is looked at. */
final class ProxyBinary {
    /** Signature, command, family, length. */
    private static final int FIXED = 16;
    /** After the fixed part: far more than addresses and the values of known proxies. */
    private static final int MOST = 4 << 10;

    private static final int VERSION = 0x2;
    private static final int LOCAL = 0;
    private static final int PROXY = 1;
    private static final int UNSPECIFIED = 0;
    private static final int TCP4 = 0x11;
    private static final int TCP6 = 0x21;
    private static final int V4 = 4;
    private static final int V6 = 16;
    private static final int CHECK_SUM = 0x03;
    private static final int VALUE_HEADER = 3;

    private ProxyBinary() {}

    static @Nullable ProxyHeader read(ByteBuffer in) throws ProxyException {
        int start = in.position();
        if (in.remaining() > ProxyHeader.BINARY.length
                && (in.get(start + ProxyHeader.BINARY.length) & 0xf0) >> 4 != VERSION) {
            throw new ProxyException("the PROXY header has an unknown version");
        }
        if (in.remaining() < FIXED) {
            return null;
        }
        int length = in.getShort(start + FIXED - 2) & 0xffff;
        if (length > MOST) {
            throw new ProxyException("the PROXY header has more than " + MOST + " bytes");
        }
        if (in.remaining() < FIXED + length) {
            return null;
        }
        ByteBuffer header = in.slice(start, FIXED + length);
        ProxyHeader read = parse(header);
        in.position(start + FIXED + length);
        return read;
    }

    private static ProxyHeader parse(ByteBuffer header) throws ProxyException {
        int command = header.get(ProxyHeader.BINARY.length) & 0xf;
        int family = header.get(ProxyHeader.BINARY.length + 1) & 0xff;
        if (command != LOCAL && command != PROXY) {
            throw new ProxyException("the PROXY header has an unknown command");
        }
        int size = family == TCP4 ? V4 : family == TCP6 ? V6 : 0;
        header.position(FIXED);
        if (command == LOCAL || family == UNSPECIFIED) {
            return new ProxyHeader(Optional.empty());
        }
        if (size == 0) {
            throw new ProxyException("the PROXY header is not of a TCP connection");
        }
        if (header.remaining() < 2 * size + 4) {
            throw new ProxyException("the PROXY header is too short for its addresses");
        }
        InetAddress source = address(header, size);
        InetAddress destination = address(header, size);
        ProxyAddresses addresses = new ProxyAddresses(
                new InetSocketAddress(source, header.getShort() & 0xffff),
                new InetSocketAddress(destination, header.getShort() & 0xffff));
        checkValues(header);
        return new ProxyHeader(Optional.of(addresses));
    }

    private static InetAddress address(ByteBuffer header, int size) throws ProxyException {
        byte[] bytes = new byte[size];
        header.get(bytes);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new ProxyException("the PROXY header has an address of " + size + " bytes");
        }
    }

    /** Checks that the values end where the header does, and the check sum if there is one. */
    private static void checkValues(ByteBuffer header) throws ProxyException {
        while (header.hasRemaining()) {
            if (header.remaining() < VALUE_HEADER) {
                throw new ProxyException("the PROXY header ends within a value");
            }
            int type = header.get() & 0xff;
            int length = header.getShort() & 0xffff;
            if (length > header.remaining()) {
                throw new ProxyException("the PROXY header ends within a value");
            }
            if (type == CHECK_SUM && (length != Integer.BYTES || !isSum(header))) {
                throw new ProxyException("the check sum of the PROXY header is wrong");
            }
            header.position(header.position() + length);
        }
    }

    /** The sum is that of the whole header, with zeros in its place. */
    private static boolean isSum(ByteBuffer header) {
        int at = header.position();
        byte[] bytes = new byte[header.limit()];
        header.get(0, bytes);
        for (int index = at; index < at + Integer.BYTES; index++) {
            bytes[index] = 0;
        }
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return (int) sum.getValue() == header.getInt(at);
    }
}
