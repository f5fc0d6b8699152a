package example.http;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.client.FullResponse;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpRequest;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** An HTTP server with three resources, and a client on the same engine that requests them. Argument: an engine's spec. */
public final class Hello {
    public static void main(String... arguments) throws Exception {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Engine engine = Engines.start(arguments[0]);
                Listener listener = engine.listen(anyPort, HttpServer.of(Hello::serve), Options.DEFAULT);
                HttpClient client = HttpClient.over(engine)) {
            String site = "http://127.0.0.1:" + ((InetSocketAddress) listener.address()).getPort();
            for (String path : new String[] {"/hello", "/later", "/nowhere"}) {
                FullResponse response = FullResponse.of(client, HttpRequest.get(URI.create(site + path)))
                        .toCompletableFuture()
                        .get(10, TimeUnit.SECONDS);
                System.out.println(path + ": " + response.status() + " "
                        + StandardCharsets.UTF_8.decode(response.body()));
            }
        }
    }

    /** Runs on a thread of the engine: a response that takes time is given later, from any thread or from the connection's own timer. */
    private static void serve(HttpExchange exchange) {
        switch (exchange.target()) {
            case "/hello" -> exchange.respond(200, "hello");
            case "/later" -> exchange.schedule(Duration.ofMillis(50), () -> exchange.respond(200, "after 50 ms"));
            default -> exchange.respond(404, "no such page");
        }
    }
}
