package dev.gearbox.check.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.check.watched.KnownBytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client's end of a connection can be reset from another thread, whatever the client does with it. */
@Timeout(600)
final class ClientSocketTest {
    private final InetAddress loopback = InetAddress.getLoopbackAddress();

    private ClientSocket connect(ServerSocket server) throws IOException {
        return new ClientSocket(loopback, server.getLocalSocketAddress(), null, new KnownBytes(1));
    }

    @Test
    void the_peer_sees_a_reset() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, loopback);
                ClientSocket client = connect(server);
                Socket peer = server.accept()) {
            client.reset();
            assertThatThrownBy(() -> peer.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void a_reset_of_a_closed_connection_changes_nothing() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, loopback)) {
            ClientSocket client = connect(server);
            client.close();
            client.reset();
            try (Socket peer = server.accept()) {
                assertThat(peer.getInputStream().read()).isEqualTo(-1);
            }
        }
    }
}
