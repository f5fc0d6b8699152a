package outside;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpRequest;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.http.client.FullResponse;
import dev.gearbox.micrometer.GearboxMetrics;
import dev.gearbox.testkit.memory.InMemoryEngine;
import dev.gearbox.tls.TlsContexts;
import dev.gearbox.tls.TlsOptions;
import dev.gearbox.tls.TlsServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * A user's program. {@code OutsideTest} compiles it with javac and runs it with java, on the class path and on the module path; it prints a line for each
 * feature that works or is absent, and ends with a stack trace otherwise.
 *
 * <p>Arguments: none, for the engines only; a key store, whose password is {@code password}, for everything; or the name of an unknown engine.
 */
public final class Outside {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final Protocol ECHO = connection -> connection::write;

    public static void main(String... arguments) throws Exception {
        Engines.models().forEach(Outside::engine);
        if (arguments.length > 0 && !arguments[0].endsWith(".p12")) {
            System.out.println(refusal(arguments[0]));
        } else if (arguments.length > 0) {
            shift();
            tls(Path.of(arguments[0]), "password".toCharArray());
            http();
            metrics();
            testkit();
        }
    }

    /** One line for each model: it echoes, or the reason why it cannot be started. */
    private static void engine(IoModel model) {
        String name = model.card().name();
        if (model.absence().isPresent()) {
            System.out.println(refusal(name));
            return;
        }
        try (Engine engine = Engines.start(name);
                Listener listener = engine.listen(ANY_PORT, ECHO, Options.DEFAULT);
                Socket socket = connect(listener.address())) {
            echo(socket);
            System.out.println(name + " echoes");
        } catch (IOException failure) {
            throw new IllegalStateException(name, failure);
        }
    }

    private static String refusal(String name) {
        try (Engine engine = Engines.start(name)) {
            return engine + " runs";
        } catch (IllegalArgumentException refused) {
            return refused.getMessage();
        }
    }

    private static Socket connect(SocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.connect(address);
        return socket;
    }

    private static void echo(Socket socket) throws IOException {
        byte[] sent = "as it was".getBytes(StandardCharsets.UTF_8);
        socket.getOutputStream().write(sent);
        String back = new String(socket.getInputStream().readNBytes(sent.length), StandardCharsets.UTF_8);
        if (!back.equals("as it was")) {
            throw new IllegalStateException("came back as " + back);
        }
    }

    private static void shift() throws Exception {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        Protocol told = connection -> {
            opened.complete(connection);
            return connection::write;
        };
        try (Engine from = Engines.start("selector");
                Engine to = Engines.start("epoll");
                Listener listener = from.listen(ANY_PORT, told, Options.DEFAULT);
                Socket socket = connect(listener.address())) {
            echo(socket);
            opened.get(1, TimeUnit.MINUTES).shiftTo(to).toCompletableFuture().get(1, TimeUnit.MINUTES);
            echo(socket);
            System.out.println("shift works");
        }
    }

    private static void tls(Path store, char[] password) throws Exception {
        KeyStore keys = KeyStore.getInstance(store.toFile(), password);
        SSLContext context = TlsContexts.of(keys, password, keys);
        Protocol encrypted = TlsServer.of(context, TlsOptions.DEFAULT, ECHO);
        try (Engine engine = Engines.start("selector");
                Listener listener = engine.listen(ANY_PORT, encrypted, Options.DEFAULT);
                Socket socket = context.getSocketFactory().createSocket()) {
            socket.connect(listener.address());
            echo(socket);
            System.out.println("tls works");
        }
    }

    private static void http() throws Exception {
        HttpServer server = HttpServer.of(exchange -> exchange.respond(200, "hello"));
        try (Engine engine = Engines.start("selector");
                Listener listener = engine.listen(ANY_PORT, server, Options.DEFAULT);
                HttpClient client = HttpClient.over(engine)) {
            int port = ((InetSocketAddress) listener.address()).getPort();
            HttpRequest request = HttpRequest.get(URI.create("http://127.0.0.1:" + port + "/"));
            FullResponse response =
                    FullResponse.of(client, request).toCompletableFuture().get(1, TimeUnit.MINUTES);
            String body = StandardCharsets.UTF_8.decode(response.body()).toString();
            if (response.status() != 200 || !body.equals("hello")) {
                throw new IllegalStateException(response + " " + body);
            }
            System.out.println("http works");
        }
    }

    private static void metrics() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (Engine engine = Engines.start("selector");
                GearboxMetrics metrics = new GearboxMetrics(engine)) {
            metrics.bindTo(registry);
            double open = registry.get("gearbox.connections").gauge().value();
            System.out.println(open == 0 ? "micrometer works" : "gearbox.connections is " + open);
        }
    }

    private static void testkit() {
        try (InMemoryEngine engine = new InMemoryEngine()) {
            engine.open(ECHO);
            System.out.println(engine.connections().count() == 1 ? "testkit works" : "testkit has no connection");
        }
    }
}
