package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Protocol;
import dev.gearbox.http.Hello;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.OwnModels;
import dev.gearbox.tls.TlsOptions;
import dev.gearbox.tls.TlsServer;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** {@link HttpClient} with https addresses: it uses TLS without further setup, and rejects servers whose identity it cannot verify. */
@Timeout(600)
@OwnModels
class HttpsTest {
    private static SSLContext trust;
    private static SSLContext valid;
    private static SSLContext elsewhere;
    private static SSLContext expired;

    @BeforeAll
    static void makeKeys(@TempDir Path folder) throws Exception {
        TestAuthority authority = new TestAuthority(folder);
        trust = authority.client();
        valid = authority.server("dns:localhost,ip:127.0.0.1");
        elsewhere = authority.server("dns:elsewhere.example");
        expired = authority.server("ip:127.0.0.1", "-startdate", "-10d", "-validity", "5");
    }

    private static Protocol server(SSLContext identity) {
        return TlsServer.of(identity, TlsOptions.DEFAULT, HttpServer.of(new Hello()));
    }

    private static HttpClientOptions trusting(SSLContext context) {
        return HttpClientOptions.DEFAULT.withTls(context);
    }

    private static URI https(HttpFixture served, String host, String path) {
        return URI.create("https://" + host + ":" + served.port() + path);
    }

    @ParameterizedTest
    @EveryEngine
    void verified(String spec) throws Exception {
        try (HttpFixture served = new HttpFixture(spec, server(valid), trusting(trust))) {
            for (String host : List.of("127.0.0.1", "localhost")) {
                assertThat(HttpFixture.text(served.fetch(HttpRequest.get(https(served, host, "/hello")))))
                        .isEqualTo("hello");
                ByteBuffer large = served.fetch(HttpRequest.get(https(served, host, "/large")))
                        .body();
                assertThat(large.remaining()).isEqualTo(Hello.LARGE);
            }
            // Two origins, each with one connection for both of its requests.
            assertThat(served.client.connections()).isEqualTo(2);
            assertThat(served.engine.stats().accepted()).isEqualTo(2);
        }
    }

    /** One kind of failure on every engine; it names the server, and why. */
    @ParameterizedTest
    @EveryEngine
    void notVerified(String spec) throws Exception {
        refused(spec, server(valid), SSLContext.getDefault(), "unable to find valid certification path");
        refused(spec, server(elsewhere), trust, "No subject alternative names matching IP address 127.0.0.1");
        refused(spec, server(expired), trust, "certificate_expired");
        refused(spec, HttpServer.of(new Hello()), trust, "ecognized SSL message");
    }

    private static void refused(String spec, Protocol server, SSLContext context, String reason) throws Exception {
        try (HttpFixture served = new HttpFixture(spec, server, trusting(context))) {
            HttpFailure failure = served.failure(HttpRequest.get(https(served, "127.0.0.1", "/hello")));
            assertThat(failure.kind()).isEqualTo(HttpFailure.Kind.CONNECT);
            assertThat(failure)
                    .hasMessageStartingWith("GET https://127.0.0.1:" + served.port() + "/hello: no TLS with 127.0.0.1:"
                            + served.port() + ": ")
                    .hasMessageContaining(reason)
                    .hasCauseInstanceOf(SSLException.class);
            assertThat(served.client.connections()).isZero();
        }
    }

    /** The name is sent, so that a server may choose its certificate by it; an address is not a name, and a final dot not part of one. */
    @Test
    void serverNameIndication() throws Exception {
        Queue<List<SNIServerName>> requested = new ConcurrentLinkedQueue<>();
        Protocol plain = HttpServer.of(new Hello());
        TlsServer server = TlsServer.of(valid, TlsOptions.DEFAULT, (connection, handshake) -> {
            requested.add(((ExtendedSSLSession) handshake.session()).getRequestedServerNames());
            return plain.open(connection);
        });
        for (String host : List.of("localhost", "localhost.", "127.0.0.1")) {
            // Not every system resolves a name with a final dot, so only TLS learns it.
            HttpDialer renaming = (origin, protocol) ->
                    HttpDialer.secure(trust).to(new HttpOrigin(true, host, origin.port()), protocol);
            try (HttpFixture served =
                    new HttpFixture("selector", server, HttpClientOptions.DEFAULT.withDialer(renaming))) {
                served.fetch(HttpRequest.get(https(served, "127.0.0.1", "/hello")));
            }
        }
        SNIServerName localhost = new SNIHostName("localhost");
        assertThat(requested).containsExactly(List.of(localhost), List.of(localhost), List.of());
    }

    /** A decorator of sessions keeps the dialer. */
    @Test
    void decorated() throws Exception {
        Queue<Protocol> seen = new ConcurrentLinkedQueue<>();
        HttpClientOptions options = trusting(trust).decorated(protocol -> {
            seen.add(protocol);
            return protocol;
        });
        try (HttpFixture served = new HttpFixture("selector", server(valid), options)) {
            assertThat(served.fetch(HttpRequest.get(https(served, "127.0.0.1", "/hello")))
                            .status())
                    .isEqualTo(200);
            assertThat(seen).hasSize(1);
        }
    }

    private static HttpRequest secret(HttpFixture served) {
        return HttpRequest.of(
                "GET",
                URI.create("HTTPS://127.0.0.1:" + served.port() + "/hello"),
                HttpHeaders.of("Authorization", "Basic c2VjcmV0"),
                ByteBuffer.allocate(0));
    }

    /** Credentials must not be sent in clear text: nothing is sent, or even resolved, however the plain connections are decorated. */
    @Test
    void aPlainClientRefusesIt() throws Exception {
        HttpClientOptions plain = HttpClientOptions.DEFAULT.withDialer(HttpDialer.PLAIN);
        for (HttpClientOptions options : List.of(plain, plain.decorated(protocol -> protocol))) {
            refusedAtOnce(options, "needs a client whose connections are encrypted: see HttpClientOptions.withDialer");
        }
    }

    @Test
    void withoutTheModuleItIsRefused() throws Exception {
        HttpDialer absent = new SecureDialer(SecureDialer::defaultContext, SecureDialer.HANDSHAKE, Optional::empty);
        refusedAtOnce(
                HttpClientOptions.DEFAULT.withDialer(absent),
                "needs TLS: add dev.gearbox:gearbox-tls to the class path or the module path, or set"
                        + " HttpClientOptions.withDialer");
    }

    private static void refusedAtOnce(HttpClientOptions options, String why) throws Exception {
        try (HttpFixture served = new HttpFixture("selector", HttpServer.of(new Hello()), options)) {
            HttpRequest secret = secret(served);
            assertThatThrownBy(() -> FullResponse.of(served.client, secret))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("https://127.0.0.1:" + served.port() + " " + why);
            assertThat(served.client.connections()).isZero();
            // The same host and port in clear text are another origin.
            assertThat(HttpFixture.text(served.get("/hello"))).isEqualTo("hello");
            assertThatThrownBy(() -> FullResponse.of(served.client, secret))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(served.engine.stats().accepted()).isEqualTo(1);
        }
    }
}
