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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SlowRequestsTest {
    @Test
    void theFirstByteOfEachRequestDecides() throws IOException {
        Protocol slow = connection -> in -> {
            in.position(in.limit());
            connection.write(ByteBuffer.wrap("SLOW!".getBytes(StandardCharsets.US_ASCII)));
        };
        Protocol echo = connection -> connection::write;
        try (Engine engine = Engines.start("selector");
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        new SlowRequests(slow, echo),
                        Options.DEFAULT);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), ((InetSocketAddress) listener.address()).getPort())) {
            for (String request : new String[] {"quick", "slow", "quick", "other", "slow"}) {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII))
                        .isEqualTo(request.equals("slow") ? "SLOW!" : request);
            }
        }
    }

    @Test
    void isAskedForLikeAnyOtherProtocol() {
        assertThat(EchoProtocols.named("slow?millis=1&kind=burn")).isInstanceOf(SlowRequests.class);
        assertThat(EchoProtocols.named("slow")).isInstanceOf(SlowRequests.class);
        assertThatThrownBy(() -> EchoProtocols.named("slow?milis=1"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("milis");
    }
}
