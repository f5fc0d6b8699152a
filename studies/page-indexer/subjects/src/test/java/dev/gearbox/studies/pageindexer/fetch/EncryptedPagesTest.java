package dev.gearbox.studies.pageindexer.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.studies.pageindexer.client.EnginePages;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import dev.gearbox.tls.TlsContexts;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages over https by Gearbox's own client: from trusted servers only. */
final class EncryptedPagesTest {
    private static final FetchLimits LIMITS = new FetchLimits(Duration.ofMinutes(2), Duration.ofMinutes(5), 1 << 20, 8);

    @TempDir
    private Path folder = Path.of("");

    private KeyStore keys() throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-alias",
                        "site",
                        "-dname",
                        "CN=site",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storepass",
                        "password",
                        "-keystore",
                        file.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        return KeyStore.getInstance(file.toFile(), "password".toCharArray());
    }

    private static void accept(ServerSocket server) {
        while (!server.isClosed()) {
            try {
                answer(server.accept());
            } catch (IOException ended) {
                return; // closed at the end of the test
            }
        }
    }

    private static void answer(Socket client) throws IOException {
        try (client) {
            if (HostileSite.path(new BufferedInputStream(client.getInputStream())) != null) {
                client.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret".getBytes(UTF_8));
            }
        } catch (SSLException expected) {
            return; // the client does not trust the server
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"selector", "virtual"})
    void come_from_who_is_trusted(String engine) throws Exception {
        KeyStore keys = keys();
        SSLContext trusting = TlsContexts.of(keys, "password".toCharArray(), keys);
        try (ServerSocket server =
                trusting.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> accept(server));
            URI page = URI.create("https://127.0.0.1:" + server.getLocalPort() + "/");
            try (PageClient client = EnginePages.open(engine, LIMITS, trusting)) {
                RecordingHandler told = new RecordingHandler();
                client.fetch(page, told);
                assertThat(new String(told.page().body(), UTF_8)).isEqualTo("secret");
            }
            try (PageClient client = EnginePages.open(engine, LIMITS)) {
                RecordingHandler told = new RecordingHandler();
                client.fetch(page, told);
                assertThat(told.failure().kind()).isEqualTo(Kind.CONNECT);
            }
        }
    }
}
