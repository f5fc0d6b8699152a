package dev.gearbox.http.server;

import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.message.Framing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Assembles the head of a response from pieces that are encoded in advance. */
final class ResponseHead {
    private static final int LEAST = 100;
    private static final int MOST = 999;
    static final int SWITCHING = 101;
    private static final byte[][] STATUS = new byte[MOST + 1][];
    private static final byte[] LENGTH = ascii("Content-Length: ");
    private static final byte[] CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] CLOSE = ascii("Connection: close\r\n");
    private static final byte[] KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
    private static final byte[] END = ascii("\r\n");
    private static final int ROOM = 160;

    /** The HTTP date format: {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "'Date: 'EEE, dd MMM yyyy HH:mm:ss 'GMT\r\n'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static volatile Dated date = new Dated(Long.MIN_VALUE, new byte[0]);

    /** The Date field of one second. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Dated(long second, byte[] field) {}

    static {
        for (int status = LEAST; status <= MOST; status++) {
            STATUS[status] = ascii("HTTP/1.1 " + status + " " + ReasonPhrases.of(status) + "\r\n");
        }
    }

    /** What happens to the connection after the response. */
    enum ConnectionHeader {
        /** It stays open, which is HTTP/1.1's default. */
        STAYS,
        /** It stays open, which must be stated explicitly to an HTTP/1.0 client. */
        STAYS_FOR_OLD,
        /** It is closed. */
        ENDS
    }

    private ResponseHead() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns the bytes of a head.
     *
     * @param length of the body, {@link Framing#CHUNKED}, or {@link Framing#UNDEFINED} for no indication
     */
    static ByteBuffer of(int status, HttpHeaders headers, long length, ConnectionHeader connection) {
        if (status < LEAST || status > MOST) {
            throw new IllegalArgumentException(status + " is not a status");
        }
        byte[] fields = headers.encoded();
        ByteBuffer head = ByteBuffer.allocate(STATUS[status].length + fields.length + ROOM)
                .put(STATUS[status])
                .put(fields)
                .put(date());
        if (length == Framing.CHUNKED) {
            head.put(CHUNKED);
        } else if (length != Framing.UNDEFINED) {
            decimal(head.put(LENGTH), length);
            head.put(END);
        }
        switch (connection) {
            case STAYS -> {}
            case STAYS_FOR_OLD -> head.put(KEEP_ALIVE);
            case ENDS -> head.put(CLOSE);
        }
        return head.put(END).flip();
    }

    /** Returns the bytes of the head of a response after which the connection speaks the protocol of that name. */
    static ByteBuffer switching(String name, HttpHeaders headers) {
        byte[] fields = headers.encoded();
        byte[] upgrade = ascii("Connection: Upgrade\r\nUpgrade: " + name + "\r\n");
        return ByteBuffer.allocate(STATUS[SWITCHING].length + fields.length + upgrade.length + ROOM)
                .put(STATUS[SWITCHING])
                .put(fields)
                .put(date())
                .put(upgrade)
                .put(END)
                .flip();
    }

    private static void decimal(ByteBuffer to, long number) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int at = to.position() + digits - 1; at >= to.position(); at--) {
            to.put(at, (byte) ('0' + rest % 10));
            rest /= 10;
        }
        to.position(to.position() + digits);
    }

    private static byte[] date() {
        long second = System.currentTimeMillis() / 1000;
        Dated known = date;
        if (known.second != second) {
            known = new Dated(second, ascii(DATE.format(Instant.ofEpochSecond(second))));
            date = known;
        }
        return known.field;
    }
}
