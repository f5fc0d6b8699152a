package example.tlsecho;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.tls.TlsClient;
import dev.gearbox.tls.TlsContexts;
import dev.gearbox.tls.TlsOptions;
import dev.gearbox.tls.TlsServer;
import java.io.File;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** An echo server over TLS, and a client on the same engine. Arguments: an engine's spec, a key store with the certificate of localhost, its password. */
public final class TlsEcho {
    public static void main(String... arguments) throws Exception {
        char[] password = arguments[2].toCharArray();
        KeyStore keys = KeyStore.getInstance(new File(arguments[1]), password);
        // The client trusts the server's own certificate; null instead would trust the authorities of the JDK.
        SSLContext context = TlsContexts.of(keys, password, keys);

        Protocol echo = connection -> connection::write;
        try (Engine engine = Engines.start(arguments[0]);
                Listener listener = engine.listen(
                        new InetSocketAddress("localhost", 0),
                        TlsServer.of(context, TlsOptions.DEFAULT, echo),
                        Options.DEFAULT)) {
            CompletableFuture<String> answer = new CompletableFuture<>();
            TlsClient client = TlsClient.of(
                    context, "localhost", 0, TlsOptions.DEFAULT, (connection, handshake) -> {
                        System.out.println("the server is CN=localhost over "
                                + handshake.session().getProtocol());
                        connection.write(ByteBuffer.wrap("hello".getBytes(StandardCharsets.UTF_8)));
                        return in -> {
                            if (in.remaining() == "hello".length()) {
                                answer.complete(StandardCharsets.UTF_8.decode(in).toString());
                            }
                        };
                    });
            // Completes after the handshake, which has compared the certificate with the name localhost.
            Connection opened = client.connect(engine, listener.address(), Options.DEFAULT)
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
            System.out.println("it echoes " + answer.get(10, TimeUnit.SECONDS));
            opened.close();
        }
    }
}
