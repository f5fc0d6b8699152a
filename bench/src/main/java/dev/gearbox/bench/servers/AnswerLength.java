package dev.gearbox.bench.servers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.SocketFactory;

/** Finds out how long a server's answers are by asking once: the headers of HTTP servers differ. */
final class AnswerLength {
    private static final String HEAD_END = "\r\n\r\n";
    private static final Pattern CONTENT_LENGTH =
            Pattern.compile("^content-length: *(\\d+) *\r?$", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

    private AnswerLength() {}

    /** Returns the length of a whole answer, in bytes. */
    static long of(Work work, SocketFactory sockets, int port) throws IOException {
        try (Socket socket = sockets.createSocket("localhost", port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(work.request());
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            long length = -1;
            while (length < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    throw new IOException("the server closed the connection after \""
                            + seen.toString(StandardCharsets.ISO_8859_1) + "\"");
                }
                seen.write(next);
                length = length(work, seen.toString(StandardCharsets.ISO_8859_1));
            }
            return length;
        }
    }

    /** Returns the length of the answer that begins like this, or -1 if that does not say it yet. */
    static long length(Work work, String seen) throws IOException {
        return switch (work) {
            case HTTP -> http(seen, Work.BODY);
            case DOWNLOAD, TLS_DOWNLOAD -> http(seen, Work.LARGE_BODY);
            case LINES, LINES_OF_BYTES -> seen.endsWith("\n") ? seen.length() : -1;
            case BROADCAST, TLS_ECHO, TLS_HANDSHAKE, TLS_RESUMED -> work.request().length;
        };
    }

    private static long http(String seen, long expected) throws IOException {
        if (!seen.endsWith(HEAD_END)) {
            return -1;
        }
        Matcher content = CONTENT_LENGTH.matcher(seen);
        if (!seen.startsWith("HTTP/1.1 200") || !content.find() || Long.parseLong(content.group(1)) != expected) {
            throw new IOException("expected 200 and a body of " + expected + " bytes, but got: " + seen);
        }
        return seen.length() + expected;
    }
}
