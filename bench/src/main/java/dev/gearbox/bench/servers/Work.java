package dev.gearbox.bench.servers;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What the servers of {@link PairedServers} do. Each server must send the same bytes, but for headers of HTTP. */
enum Work {
    HTTP("http", "request", 100, "GET / HTTP/1.1\r\nHost: bench\r\n\r\n"),
    LINES("lines", "request", 100, "GET key-42\n"),
    LINES_OF_BYTES("lines-of-bytes", "request", 100, "GET key-42\n"),
    BROADCAST("broadcast", "broadcast", 1_000, "x".repeat(99) + "\n"),
    DOWNLOAD("download", "download", 4, "GET / HTTP/1.1\r\nHost: bench\r\n\r\n"),
    TLS_ECHO("tls-echo", "request", 100, "x".repeat(64)),
    TLS_HANDSHAKE("tls-handshake", "handshake", 8, "x"),
    TLS_RESUMED("tls-resumed", "handshake", 8, "x"),
    TLS_DOWNLOAD("tls-download", "download", 4, "GET / HTTP/1.1\r\nHost: bench\r\n\r\n");

    /** The body of {@link #HTTP}, in bytes. */
    static final int BODY = 100;
    /** The body of downloads, in bytes. */
    static final int LARGE_BODY = 100_000_000;

    private final String title;
    private final String unit;
    private final int connections;
    private final String request;

    Work(String title, String unit, int connections, String request) {
        this.title = title;
        this.unit = unit;
        this.connections = connections;
        this.request = request;
    }

    /** Returns the work with this title. */
    static Work of(String title) {
        return Arrays.stream(values())
                .filter(work -> work.title.equals(title))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"" + title + "\" is no work; expected one of "
                        + Arrays.stream(values()).map(work -> work.title).toList()));
    }

    String title() {
        return title;
    }

    /** What is counted. */
    String unit() {
        return unit;
    }

    /** How many connections there are unless the user says otherwise; of handshakes, how many are under way at once. */
    int connections() {
        return connections;
    }

    byte[] request() {
        return request.getBytes(StandardCharsets.US_ASCII);
    }

    boolean secure() {
        return name().startsWith("TLS_");
    }
}
