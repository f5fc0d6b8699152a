package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.http.Hello;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.tls.TlsClient;
import dev.gearbox.tls.TlsContexts;
import dev.gearbox.tls.TlsOptions;
import dev.gearbox.tls.TlsServer;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same client and server over TLS: the server decorates the protocol, the client has another dialer. */
@Timeout(600)
class HttpsTest {
    private static final char[] PASSWORD = "password".toCharArray();

    @TempDir
    Path folder;

    private KeyStore keys() throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        "password")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor(120, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private static HttpClientOptions over(SSLContext context) {
        return HttpClientOptions.DEFAULT.withDialer((origin, protocol) ->
                TlsClient.of(context, origin.host(), origin.port(), TlsOptions.DEFAULT, protocol)::connect);
    }

    @Test
    void trusted() throws Exception {
        KeyStore keys = keys();
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        SSLContext context = TlsContexts.of(keys, PASSWORD, trusted);
        TlsServer server = TlsServer.of(context, TlsOptions.DEFAULT, HttpServer.of(new Hello()));
        try (HttpFixture served = new HttpFixture("selector", server, over(context))) {
            URI uri = URI.create("https://127.0.0.1:" + served.port() + "/");
            assertThat(HttpFixture.text(served.fetch(HttpRequest.get(uri.resolve("/hello")))))
                    .isEqualTo("hello");
            ByteBuffer large =
                    served.fetch(HttpRequest.get(uri.resolve("/large"))).body();
            assertThat(large.remaining()).isEqualTo(Hello.LARGE);
            assertThat(served.client.connections()).isEqualTo(1);
        }
    }

    /** The handshake fails: so there is no connection, and no exchange waits for one. */
    @Test
    void notTrusted() throws Exception {
        KeyStore keys = keys();
        TlsServer server =
                TlsServer.of(TlsContexts.of(keys, PASSWORD, null), TlsOptions.DEFAULT, HttpServer.of(new Hello()));
        try (HttpFixture served = new HttpFixture("selector", server, over(SSLContext.getDefault()))) {
            URI uri = URI.create("https://127.0.0.1:" + served.port() + "/hello");
            assertThat(served.failure(HttpRequest.get(uri)).kind()).isEqualTo(HttpFailure.Kind.CONNECT);
            assertThat(served.client.connections()).isZero();
        }
    }

    /** Credentials must not be sent in clear text: nothing is sent, or even resolved, however the plain connections are decorated. */
    @Test
    void aPlainClientRefusesIt() throws Exception {
        for (HttpClientOptions plain :
                List.of(HttpClientOptions.DEFAULT, HttpClientOptions.DEFAULT.decorated(protocol -> protocol))) {
            try (HttpFixture served = new HttpFixture("selector", HttpServer.of(new Hello()), plain)) {
                HttpRequest secret = HttpRequest.of(
                        "GET",
                        URI.create("HTTPS://127.0.0.1:" + served.port() + "/hello"),
                        HttpHeaders.of("Authorization", "Basic c2VjcmV0"),
                        ByteBuffer.allocate(0));
                assertThatThrownBy(() -> FullResponse.of(served.client, secret))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("https://127.0.0.1:" + served.port()
                                + " needs a client whose connections are encrypted: see HttpClientOptions.withDialer");
                assertThat(served.client.connections()).isZero();
                // The same host and port in clear text are another origin.
                assertThat(HttpFixture.text(served.get("/hello"))).isEqualTo("hello");
                assertThatThrownBy(() -> FullResponse.of(served.client, secret))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThat(served.engine.stats().accepted()).isEqualTo(1);
            }
        }
    }
}
