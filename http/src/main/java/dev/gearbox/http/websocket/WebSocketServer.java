package dev.gearbox.http.websocket;

import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpExchange;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The server's side of the opening handshake (RFC 6455, 4.2), in the handler of an HTTP server: {@code exchange -> WebSocketServer.accept(exchange, socket -> socket::send)} is an echo.
 * It is independent of the engine and works under TLS. A handler that is meant for the pages of one site checks {@code Origin} before it accepts: browsers let any page
 * connect. Extensions, such as compression, are not supported.
 */
public final class WebSocketServer {
    private static final int KEY_BYTES = 16;
    private static final String VERSION = "13";

    private WebSocketServer() {}

    /** As {@link #accept(HttpExchange, WebSocketOptions, WebSocketHandler)}, with {@link WebSocketOptions#DEFAULT}. */
    public static boolean accept(HttpExchange exchange, WebSocketHandler handler) {
        return accept(exchange, WebSocketOptions.DEFAULT, handler);
    }

    /**
     * Answers a request for a WebSocket: with 101, or, if it is not valid, with 400 or 426. In a callback of the exchange.
     *
     * @return whether there is a WebSocket now
     */
    public static boolean accept(HttpExchange exchange, WebSocketOptions options, WebSocketHandler handler) {
        HttpHeaders fields = exchange.headers();
        if (!elements(fields, "Upgrade").contains("websocket")) {
            exchange.respond(
                    426, HttpHeaders.of("Sec-WebSocket-Version", VERSION), text("this address is of a WebSocket\n"));
            return false;
        }
        List<String> versions = fields.all("Sec-WebSocket-Version");
        if (!versions.equals(List.of(VERSION))) {
            exchange.respond(426, HttpHeaders.of("Sec-WebSocket-Version", VERSION), text("use version 13\n"));
            return false;
        }
        List<String> keys = fields.all("Sec-WebSocket-Key");
        boolean valid = exchange.method().equals("GET")
                && exchange.isUpgradable()
                && elements(fields, "Connection").contains("upgrade")
                && keys.size() == 1
                && AcceptKey.isKey(keys.getFirst(), KEY_BYTES);
        if (!valid) {
            exchange.respond(400, "not a valid request for a WebSocket\n");
            return false;
        }
        Optional<String> subprotocol = options.subprotocols().stream()
                .filter(values(fields, "Sec-WebSocket-Protocol")::contains)
                .findFirst();
        List<String> answer = new ArrayList<>(List.of("Sec-WebSocket-Accept", AcceptKey.of(keys.getFirst())));
        subprotocol.ifPresent(name -> answer.addAll(List.of("Sec-WebSocket-Protocol", name)));
        exchange.upgrade(
                "websocket",
                HttpHeaders.of(answer.toArray(String[]::new)),
                connection -> new WebSocketEndpoint(connection, options, null, subprotocol, handler));
        return true;
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the elements of a list field, in lower case. */
    static List<String> elements(HttpHeaders fields, String name) {
        return values(fields, name).stream()
                .map(element -> element.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static List<String> values(HttpHeaders fields, String name) {
        return fields.all(name).stream()
                .flatMap(value -> List.of(value.split(",", -1)).stream())
                .map(String::strip)
                .toList();
    }
}
