package dev.gearbox.studies.echoserver.subjects;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The same small page for every HTTP request, so that web servers can be compared with the engines. Only the minimum of HTTP: a request ends at its first
 * blank line, has no body, and is not parsed; the connection stays open.
 */
final class PageProtocol implements Protocol {
    /** Header and page, with the same total size as for every server in the workload. */
    static final int BYTES = 256;

    private static final String HEADER =
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: keep-alive\r\nContent-Length: ";
    private static final String BLANK_LINE = "\r\n\r\n";
    private static final int LENGTH_DIGITS = 3;
    private static final ByteBuffer ANSWER = answer();

    private static ByteBuffer answer() {
        int body = BYTES - HEADER.length() - LENGTH_DIGITS - BLANK_LINE.length();
        byte[] whole = (HEADER + body + BLANK_LINE + ".".repeat(body)).getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocateDirect(whole.length).put(whole).flip().asReadOnlyBuffer();
    }

    @Override
    public Session open(Connection connection) {
        return new Answers(connection);
    }

    private static final class Answers implements Session {
        private final Connection connection;
        private int matched;

        Answers(Connection connection) {
            this.connection = connection;
        }

        @Override
        public void received(ByteBuffer in) {
            while (in.hasRemaining()) {
                byte next = in.get();
                if (next == BLANK_LINE.charAt(matched)) {
                    matched++;
                } else {
                    matched = next == '\r' ? 1 : 0;
                }
                if (matched == BLANK_LINE.length()) {
                    matched = 0;
                    connection.write(ANSWER.duplicate());
                }
            }
        }
    }
}
