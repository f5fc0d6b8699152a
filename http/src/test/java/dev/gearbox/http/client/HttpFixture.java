package dev.gearbox.http.client;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** An engine with a server, and a client over the same engine. Closing it closes both. */
final class HttpFixture implements AutoCloseable {
    static final int PATIENCE_SECONDS = 120;

    final Engine engine;
    final Listener listener;
    final HttpClient client;

    HttpFixture(String spec, Protocol server, HttpClientOptions options) throws IOException {
        engine = Engines.start(spec);
        listener = engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), server, Options.DEFAULT);
        client = HttpClient.over(engine, options);
    }

    HttpFixture(String spec, Protocol server) throws IOException {
        this(spec, server, HttpClientOptions.DEFAULT);
    }

    int port() {
        return ((InetSocketAddress) listener.address()).getPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    /** Opens a blocking client that sends arbitrary bytes. */
    Socket socket() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
        socket.setSoTimeout(PATIENCE_SECONDS * 1000);
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** Returns the server's response to these bytes, until it closes. */
    String say(String bytes) throws IOException {
        try (Socket socket = socket()) {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** Returns the complete response. */
    FullResponse fetch(HttpRequest request) throws Exception {
        return FullResponse.of(client, request).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    FullResponse get(String path) throws Exception {
        return fetch(HttpRequest.get(uri(path)));
    }

    /** Returns how the request fails. */
    HttpFailure failure(HttpRequest request) {
        try {
            FullResponse response = FullResponse.of(client, request)
                    .toCompletableFuture()
                    .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
            throw new AssertionError("it did not fail: " + response);
        } catch (CompletionException thrown) {
            if (thrown.getCause() instanceof HttpFailure failure) {
                return failure;
            }
            throw thrown;
        }
    }

    static String text(FullResponse response) {
        return StandardCharsets.UTF_8.decode(response.body().duplicate()).toString();
    }

    @Override
    public void close() {
        client.close();
        engine.close();
    }
}
