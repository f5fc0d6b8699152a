package dev.gearbox.http.message;

import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.message.MessageSupport;

/** Whether a message keeps its connection open: since HTTP/1.1 by default, before that only on request (RFC 9112, 9.3). */
public final class KeepAlive {
    private KeepAlive() {}

    public static boolean of(HttpMessage message) {
        boolean byDefault = message.getVersion() == null || message.getVersion().greaterEquals(HttpVersion.HTTP_1_1);
        return byDefault ? !says(message, "close") : says(message, "keep-alive") && !says(message, "close");
    }

    private static boolean says(HttpMessage message, String option) {
        boolean[] said = new boolean[1];
        for (Header field : message.getHeaders(HttpHeaders.CONNECTION)) {
            MessageSupport.parseTokens(field, token -> said[0] |= token.equalsIgnoreCase(option));
        }
        return said[0];
    }
}
