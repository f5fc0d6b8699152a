package dev.gearbox.studies.echoserver.subjects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One page for each request, however its bytes are split. */
class PageProtocolTest {
    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\r\n\r\r\n\r\n", "\r\r\n\r\n", "\n\r\n\r\n\r\n"})
    void aBlankLineEndsARequest(String request) throws IOException {
        try (Engine engine = Engines.start("selector");
                Listener listener = listen(engine);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(listener))) {
            OutputStream out = socket.getOutputStream();
            for (byte one : request.getBytes(StandardCharsets.US_ASCII)) {
                out.write(one);
                out.flush();
            }
            out.write((request + request).getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            byte[] answers = socket.getInputStream().readAllBytes();
            assertThat(answers).hasSize(3 * PageProtocol.BYTES);
            assertThat(new String(answers, StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @Test
    void aClientOfTheWebUnderstandsIt() throws IOException {
        try (Engine engine = Engines.start("selector");
                Listener listener = listen(engine)) {
            URL page = URI.create("http://127.0.0.1:" + port(listener) + "/").toURL();
            for (int i = 0; i < 3; i++) {
                try (InputStream in = page.openStream()) {
                    assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII))
                            .matches("\\.+");
                }
            }
        }
    }

    private static Listener listen(Engine engine) throws IOException {
        return engine.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                EchoProtocols.named("page"),
                Options.DEFAULT);
    }

    private static int port(Listener listener) {
        return ((InetSocketAddress) listener.address()).getPort();
    }
}
