package dev.gearbox.studies.echoserver.subjects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MixedTest {
    @Test
    void theFirstByteDecidesForTheLifeOfAConnection() throws IOException {
        Protocol heavy = connection -> in -> {
            in.position(in.limit());
            connection.write(ByteBuffer.wrap("HEAVY".getBytes(StandardCharsets.US_ASCII)));
        };
        Protocol echo = connection -> connection::write;
        try (Engine engine = Engines.start("selector");
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        new Mixed(heavy, echo),
                        Options.DEFAULT)) {
            int port = ((InetSocketAddress) listener.address()).getPort();
            try (Socket one = new Socket(InetAddress.getLoopbackAddress(), port);
                    Socket other = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(exchange(one, "heavy")).isEqualTo("HEAVY");
                assertThat(exchange(other, "light")).isEqualTo("light");
                assertThat(exchange(one, "light")).isEqualTo("HEAVY");
                assertThat(exchange(other, "heavy")).isEqualTo("heavy");
                other.shutdownOutput();
                assertThat(other.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    @Test
    void isAskedForLikeAnyOtherProtocol() {
        assertThat(EchoProtocols.named("mixed?millis=1&kind=burn")).isInstanceOf(Mixed.class);
        assertThat(EchoProtocols.named("mixed")).isInstanceOf(Mixed.class);
        assertThat(EchoProtocols.named("echo")).isNotInstanceOf(Mixed.class);
        assertThatThrownBy(() -> EchoProtocols.named("mixed?milis=1"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("milis");
        assertThatThrownBy(() -> EchoProtocols.named("mixd")).isInstanceOf(BadSpecException.class);
    }

    @Test
    void impatienceConcernsThoseWhoBeginWithAnH() throws IOException {
        assertThatThrownBy(() -> EchoProtocols.named("impatient?millis=0")).isInstanceOf(BadSpecException.class);
        try (Engine engine = Engines.start("selector");
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        EchoProtocols.named("impatient?millis=200"),
                        Options.DEFAULT)) {
            int port = ((InetSocketAddress) listener.address()).getPort();
            try (Socket light = new Socket(InetAddress.getLoopbackAddress(), port);
                    Socket quiet = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(exchange(light, "light")).isEqualTo("light");
                assertThat(exchange(quiet, "hello")).isEqualTo("hello");
                assertThat(quiet.getInputStream().read()).isEqualTo(-1);
                assertThat(exchange(light, "light")).isEqualTo("light");
            }
        }
    }

    private static String exchange(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII);
    }
}
