package dev.gearbox.advise.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** The list of sockets of a process: this one. */
final class ProcessSocketsTest {
    @Test
    void addresses_are_written_in_words_of_this_machine() throws Exception {
        assertThat(ProcessSockets.peer("0100007F:1F90")).isEqualTo("127.0.0.1:8080");
        assertThat(ProcessSockets.peer("0000000000000000FFFF00000100007F:1538"))
                .as("IPv4 in IPv6, as Java opens it")
                .isEqualTo("127.0.0.1:5432");
        assertThat(ProcessSockets.peer("B80D01200000000000000000010000FF:0050"))
                .isEqualTo("2001:db8:0:0:0:0:ff00:1:80");
    }

    /** One connection, of which this process has both ends. */
    @Test
    void a_client_is_at_a_listening_port_and_a_server_is_not() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
                Socket accepted = listener.accept()) {
            ProcessSockets seen =
                    ProcessSockets.of(ProcessHandle.current().pid()).orElseThrow();
            assertThat(seen.listening()).isTrue();
            assertThat(seen.clients()).contains("127.0.0.1:" + accepted.getPort());
            assertThat(seen.servers()).contains("127.0.0.1:" + listener.getLocalPort());
            assertThat(seen.clients()).doesNotContain("127.0.0.1:" + client.getPort());
        }
    }
}
