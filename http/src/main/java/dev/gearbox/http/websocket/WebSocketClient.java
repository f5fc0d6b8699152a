package dev.gearbox.http.websocket;

import dev.gearbox.core.Engine;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.client.HttpClientOptions;
import dev.gearbox.http.client.HttpOrigin;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The client's side: opens WebSockets to {@code ws} and {@code wss} addresses over any engine. Names, TLS and the times of connecting are as for {@link
 * dev.gearbox.http.client.HttpClient}, by the same options; redirects are not followed.
 */
public final class WebSocketClient {
    private final Engine engine;
    private final HttpClientOptions http;
    private final WebSocketOptions options;

    private WebSocketClient(Engine engine, HttpClientOptions http, WebSocketOptions options) {
        this.engine = engine;
        this.http = http;
        this.options = options;
    }

    /** Creates a client with default options. */
    public static WebSocketClient over(Engine engine) {
        return over(engine, HttpClientOptions.DEFAULT, WebSocketOptions.DEFAULT);
    }

    /**
     * Creates a client.
     *
     * @param http its limits (of the handshake), options of connections, and dialer are used
     */
    public static WebSocketClient over(Engine engine, HttpClientOptions http, WebSocketOptions options) {
        return new WebSocketClient(engine, http, options);
    }

    /**
     * Opens a WebSocket.
     *
     * @param uri ws or wss, with a host
     * @param headers in addition to those of the handshake
     * @return completes with the WebSocket in a callback of its connection, once its session is open; or exceptionally as {@link Engine#connect} does, or with an {@link
     *     java.io.IOException} if the server does not accept it
     * @throws IllegalArgumentException if the address is none of a WebSocket
     */
    public CompletionStage<WebSocket> open(URI uri, HttpHeaders headers, WebSocketHandler handler) {
        HttpOrigin origin = origin(uri);
        CompletableFuture<WebSocket> opened = new CompletableFuture<>();
        ClientHandshake.Wanted wanted =
                new ClientHandshake.Wanted(uri, headers, options, http.limits(), handler, opened);
        var _ = http.dialer()
                .to(origin, connection -> new ClientHandshake(connection, wanted))
                .connect(engine, origin.address(), http.connection())
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        opened.completeExceptionally(failure);
                    }
                });
        return opened;
    }

    private static HttpOrigin origin(URI uri) {
        String scheme = String.valueOf(uri.getScheme());
        boolean secure = scheme.equalsIgnoreCase("wss");
        if (uri.getHost() == null || uri.getRawFragment() != null || !(secure || scheme.equalsIgnoreCase("ws"))) {
            throw new IllegalArgumentException(uri + " is not a ws or wss address with a host and without a fragment");
        }
        return HttpOrigin.of(secure, uri);
    }
}
