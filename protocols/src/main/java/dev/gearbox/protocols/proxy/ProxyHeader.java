package dev.gearbox.protocols.proxy;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header at the beginning of a connection (the PROXY protocol, versions 1 and 2, HAProxy Technologies). It leaves an incomplete header in the buffer, and nothing
 * depends on how the network splits it: what cannot become a header is refused at the first byte that shows it.
 *
 * @param addresses empty if the proxy speaks for itself (a health check), or does not know the client
 */
record ProxyHeader(Optional<ProxyAddresses> addresses) {
    static final byte[] TEXT = {'P', 'R', 'O', 'X', 'Y', ' '};
    static final byte[] BINARY = {'\r', '\n', '\r', '\n', 0, '\r', '\n', 'Q', 'U', 'I', 'T', '\n'};

    /** Reads a header; returns null, and takes nothing, while it is incomplete. */
    static @Nullable ProxyHeader read(ByteBuffer in, boolean text, boolean binary) throws ProxyException {
        if (!in.hasRemaining()) {
            return null;
        }
        byte first = in.get(in.position());
        if (text && first == TEXT[0] && begins(in, TEXT)) {
            return ProxyText.read(in);
        }
        if (binary && first == BINARY[0] && begins(in, BINARY)) {
            return ProxyBinary.read(in);
        }
        throw new ProxyException("no PROXY header");
    }

    /** Returns whether the buffer begins with these bytes, as far as it goes. */
    private static boolean begins(ByteBuffer in, byte[] signature) {
        int length = Math.min(in.remaining(), signature.length);
        for (int at = 0; at < length; at++) {
            if (in.get(in.position() + at) != signature[at]) {
                return false;
            }
        }
        return true;
    }
}
