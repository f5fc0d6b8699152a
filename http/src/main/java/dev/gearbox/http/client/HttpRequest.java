package dev.gearbox.http.client;

import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.syntax.Tokens;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request to send. Its bytes are created once (not those of a streamed body) and may be sent any number of times, on any number of connections. Immutable. */
public final class HttpRequest {
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE");
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE", "OPTIONS", "TRACE");

    private final String method;
    private final URI uri;
    private final HttpOrigin origin;
    private final HttpHeaders headers;
    private final long length;
    private final @Nullable RequestSource source;
    private final boolean expectsContinue;
    private final int headBytes;
    private final ByteBuffer keeping;
    private final ByteBuffer closing;

    private HttpRequest(
            String method,
            URI uri,
            HttpHeaders headers,
            long length,
            ByteBuffer body,
            @Nullable RequestSource source,
            boolean expectsContinue) {
        if (!Tokens.isToken(method) || method.equals("CONNECT")) {
            throw new IllegalArgumentException("\"" + method + "\" is not a supported method");
        }
        if (headers.first("Host").isPresent()) {
            throw new IllegalArgumentException("Host is set from the URI");
        }
        if (headers.first("Expect").isPresent()) {
            throw new IllegalArgumentException("Expect is set by expectingContinue()");
        }
        this.method = method;
        this.uri = uri;
        this.headers = headers;
        this.length = length;
        this.source = source;
        this.expectsContinue = expectsContinue;
        origin = HttpOrigin.of(uri);
        StringBuilder head = new StringBuilder(160)
                .append(method)
                .append(' ')
                .append(target(uri))
                .append(" HTTP/1.1\r\nHost: ")
                .append(uri.getHost())
                .append(uri.getPort() < 0 ? "" : ":" + uri.getPort())
                .append("\r\n")
                .append(headers);
        if (length < 0) {
            head.append("Transfer-Encoding: chunked\r\n");
        } else if (length > 0 || !WITHOUT_BODY.contains(method)) {
            head.append("Content-Length: ").append(length).append("\r\n");
        }
        if (expectsContinue) {
            head.append("Expect: 100-continue\r\n");
        }
        headBytes = head.length() + 2;
        keeping = bytes(head + "\r\n", body);
        closing = bytes(head + "Connection: close\r\n\r\n", body);
    }

    /** Creates a GET request with only the required headers. */
    public static HttpRequest get(URI uri) {
        return of("GET", uri, HttpHeaders.NONE, ByteBuffer.allocate(0));
    }

    /**
     * Creates a request.
     *
     * @param method a token; CONNECT is not supported
     * @param uri http or https, with a host
     * @param headers in addition to Host, Content-Length and Connection
     * @param body copied; empty for none
     * @throws IllegalArgumentException if the URI has no host, or an argument is not valid
     */
    public static HttpRequest of(String method, URI uri, HttpHeaders headers, ByteBuffer body) {
        return new HttpRequest(method, uri, headers, body.remaining(), body.duplicate(), null, false);
    }

    /**
     * Creates a request whose body is sent in pieces, with back-pressure. It is sent again, by the client itself, only as long as its source has not been called.
     *
     * @param length of the body in bytes; -1 if unknown: it is then sent in chunks
     * @param source called for each time that this request is sent
     * @throws IllegalArgumentException as {@link #of} does
     */
    public static HttpRequest streamed(String method, URI uri, HttpHeaders headers, long length, RequestSource source) {
        if (length < -1) {
            throw new IllegalArgumentException("length is " + length + " and must be from -1");
        }
        return new HttpRequest(method, uri, headers, length, ByteBuffer.allocate(0), source, false);
    }

    /**
     * Returns this request with {@code Expect: 100-continue}: its body is sent when the server asks for it, or after {@link HttpTimeouts#awaitContinue}, and not at all if
     * the server answers without. Of no use without a body.
     */
    public HttpRequest expectingContinue() {
        RequestSource body = source == null ? RequestSource.of(body()) : source;
        return length == 0 ? this : new HttpRequest(method, uri, headers, length, ByteBuffer.allocate(0), body, true);
    }

    /** Returns this request with another address and other fields. */
    HttpRequest redirected(URI to, HttpHeaders fields) {
        return new HttpRequest(method, to, fields, length, body(), source, expectsContinue);
    }

    /** Returns a request with another method and address, without a body. */
    static HttpRequest bodiless(String method, URI to, HttpHeaders fields) {
        return of(method, to, fields, ByteBuffer.allocate(0));
    }

    /** Returns the body in memory. */
    private ByteBuffer body() {
        return keeping.slice(headBytes, keeping.limit() - headBytes);
    }

    private static String target(URI uri) {
        String path = uri.getRawPath();
        String target = path == null || path.isEmpty() ? "/" : path;
        String whole = uri.getRawQuery() == null ? target : target + "?" + uri.getRawQuery();
        // A java.net.URI may contain non-ASCII letters, a request may not.
        return Tokens.isTarget(whole) ? whole : ascii(whole);
    }

    private static String ascii(String target) {
        return URI.create(target).toASCIIString();
    }

    private static ByteBuffer bytes(String head, ByteBuffer body) {
        byte[] first = head.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(first.length + body.remaining())
                .put(first)
                .put(body.duplicate())
                .flip()
                .asReadOnlyBuffer();
    }

    public String method() {
        return method;
    }

    public URI uri() {
        return uri;
    }

    /** Returns the destination. */
    public HttpOrigin origin() {
        return origin;
    }

    ByteBuffer bytes(boolean keepAlive) {
        return (keepAlive ? keeping : closing).duplicate();
    }

    boolean isIdempotent() {
        return IDEMPOTENT.contains(method);
    }

    HttpHeaders headers() {
        return headers;
    }

    boolean hasBody() {
        return length != 0;
    }

    /** Returns the length of the body in bytes; -1 if it is sent in chunks. */
    long length() {
        return length;
    }

    /** Returns what sends the body; null if it is sent with the head. */
    @Nullable
    RequestSource source() {
        return source;
    }

    boolean expectsContinue() {
        return expectsContinue;
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    @Override
    public String toString() {
        return method + " " + uri;
    }
}
