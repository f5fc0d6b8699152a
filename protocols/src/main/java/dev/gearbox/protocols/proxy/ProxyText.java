package dev.gearbox.protocols.proxy;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Version 1: one line, {@code PROXY TCP4 192.0.2.1 198.51.100.2 56324 443}. */
final class ProxyText {
    /** With CR LF; the longest line that the specification allows. */
    private static final int LONGEST = 107;

    private static final int PARTS = 6;
    private static final Pattern V4 = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final Pattern PORT = Pattern.compile("0|[1-9][0-9]{0,4}");

    private ProxyText() {}

    static @Nullable ProxyHeader read(ByteBuffer in) throws ProxyException {
        int end = in.position();
        int limit = Math.min(in.limit(), in.position() + LONGEST);
        while (end < limit && in.get(end) != '\n') {
            end++;
        }
        if (end == limit) {
            if (limit - in.position() == LONGEST) {
                throw new ProxyException("the PROXY header has more than " + LONGEST + " bytes");
            }
            return null;
        }
        byte[] bytes = new byte[end - in.position()];
        in.get(in.position(), bytes);
        String line = new String(bytes, StandardCharsets.ISO_8859_1);
        if (!line.endsWith("\r")) {
            throw new ProxyException("the PROXY header does not end with CR LF");
        }
        ProxyHeader header = parse(line.substring(0, line.length() - 1));
        in.position(end + 1);
        return header;
    }

    private static ProxyHeader parse(String line) throws ProxyException {
        String[] parts = line.split(" ", -1);
        if (parts[1].equals("UNKNOWN")) { // whatever follows is ignored
            return new ProxyHeader(Optional.empty());
        }
        boolean v4 = parts[1].equals("TCP4");
        if (parts.length != PARTS || !(v4 || parts[1].equals("TCP6"))) {
            throw new ProxyException("not a PROXY header: a line of " + parts.length + " parts");
        }
        return new ProxyHeader(
                Optional.of(new ProxyAddresses(address(v4, parts[2], parts[4]), address(v4, parts[3], parts[5]))));
    }

    private static InetSocketAddress address(boolean v4, String host, String port) throws ProxyException {
        if (!(v4 ? V4 : V6).matcher(host).matches()
                || !PORT.matcher(port).matches()
                || Integer.parseInt(port) > 0xffff) {
            throw new ProxyException("the PROXY header has an address that is none");
        }
        try {
            InetAddress address = InetAddress.ofLiteral(host);
            // A mapped address (::ffff:192.0.2.1) becomes one of version 4 in Java.
            if (v4 && !(address instanceof Inet4Address)) {
                throw new ProxyException("the PROXY header has an address of another family");
            }
            return new InetSocketAddress(address, Integer.parseInt(port));
        } catch (IllegalArgumentException none) {
            throw new ProxyException("the PROXY header has an address that is none");
        }
    }
}
