package dev.gearbox.http.client;

import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.syntax.Tokens;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** A request to send. Its bytes are created once and may be sent any number of times, on any number of connections. Immutable. */
public final class HttpRequest {
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE");
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE", "OPTIONS", "TRACE");

    private final String method;
    private final URI uri;
    private final HttpOrigin origin;
    private final boolean hasBody;
    private final ByteBuffer keeping;
    private final ByteBuffer closing;

    private HttpRequest(String method, URI uri, HttpHeaders headers, ByteBuffer body) {
        this.method = method;
        this.uri = uri;
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
        if (body.hasRemaining() || !WITHOUT_BODY.contains(method)) {
            head.append("Content-Length: ").append(body.remaining()).append("\r\n");
        }
        hasBody = body.hasRemaining();
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
        if (!Tokens.isToken(method) || method.equals("CONNECT")) {
            throw new IllegalArgumentException("\"" + method + "\" is not a supported method");
        }
        if (headers.first("Host").isPresent()) {
            throw new IllegalArgumentException("Host is set from the URI");
        }
        return new HttpRequest(method, uri, headers, body.duplicate());
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

    boolean hasBody() {
        return hasBody;
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    @Override
    public String toString() {
        return method + " " + uri;
    }
}
