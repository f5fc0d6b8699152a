package dev.gearbox.http.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The proof that a server understands WebSockets, not a protection: a digest of the client's key (RFC 6455, 4.2.2). */
final class AcceptKey {
    private static final String SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private AcceptKey() {}

    static boolean isKey(String key, int bytes) {
        try {
            return Base64.getDecoder().decode(key).length == bytes;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    static String of(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest((key + SUFFIX).getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-1", impossible);
        }
    }
}
