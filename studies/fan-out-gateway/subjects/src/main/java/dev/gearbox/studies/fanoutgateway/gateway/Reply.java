package dev.gearbox.studies.fanoutgateway.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer of a gateway, for any server. The body belongs to the receiver.
 *
 * @param status three digits
 * @param headers Content-Type and others; the server adds what concerns the framing
 * @param body the bytes
 */
public record Reply(int status, Map<String, String> headers, ByteBuffer body) {
    private static final Map<Integer, String> TITLES = Map.of(
            404, "Not Found",
            405, "Method Not Allowed",
            500, "Internal Server Error",
            502, "Bad Gateway",
            503, "Service Unavailable",
            504, "Gateway Timeout");

    /** Returns the bytes of the body, for servers that take an array: its own, if it has no others. */
    public byte[] bytes() {
        if (body.hasArray() && body.arrayOffset() == 0 && body.array().length == body.remaining()) {
            return body.array();
        }
        byte[] copy = new byte[body.remaining()];
        body.duplicate().get(copy);
        return copy;
    }

    /** An overview as JSON. */
    public static Reply overview(byte[] json) {
        return new Reply(200, Map.of("Content-Type", "application/json"), ByteBuffer.wrap(json));
    }

    /** A failure as problem document; 503 asks the client to come back after a second. */
    public static Reply failure(GatewayFailure failure) {
        String detail = String.valueOf(failure.getMessage());
        return failure.status() == 503
                ? problem(503, detail, "Retry-After", "1")
                : problem(failure.status(), detail, "Cache-Control", "no-store");
    }

    /** There is nothing under that path. */
    public static Reply notFound(String path) {
        return problem(404, "there is nothing at " + path + ", only /users/ID/overview", "Cache-Control", "no-store");
    }

    /** Only GET is allowed. */
    public static Reply methodNotAllowed(String method) {
        return problem(405, method + " is not supported here", "Allow", "GET");
    }

    /** RFC 9457; the type {@code about:blank} says that the status is all there is to know. */
    private static Reply problem(int status, String detail, String header, String value) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "about:blank");
        document.put("title", TITLES.getOrDefault(status, "Error"));
        document.put("status", status);
        document.put("detail", detail);
        byte[] body = JsonMapper.shared().writeValueAsString(document).getBytes(StandardCharsets.UTF_8);
        return new Reply(
                status, Map.of("Content-Type", "application/problem+json", header, value), ByteBuffer.wrap(body));
    }
}
