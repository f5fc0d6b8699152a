package dev.gearbox.load.address;

import static dev.gearbox.load.plan.Plans.ping;
import static dev.gearbox.load.plan.Plans.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.plan.Arrivals;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DestinationsTest {
    private static final String TABLE = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1
               1: 00000000:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 2 1
               2: 0100007F:1F91 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 3 1
               3: 0100007F:9C41 0100007F:1F90 06 00000000:00000000 03:00000000 00000000     0        0 0 3
            """;

    @ParameterizedTest
    @CsvSource({"8080,0100007F,false", "8081,00000000,true", "40001,'',false"})
    void theTableSaysWhereAServerListens(int port, String address, boolean everywhere) {
        List<String> listeners = Destinations.listeners(TABLE.lines(), port);
        assertThat(listeners).isEqualTo(address.isEmpty() ? List.of() : List.of(address));
        assertThat(Destinations.everywhere(listeners)).isEqualTo(everywhere);
    }

    @Test
    void aServerThatListensEverywhereHasManyAddresses() throws Exception {
        try (var server = new ServerSocket(0)) {
            List<InetSocketAddress> destinations = destinations(server);
            assertThat(destinations).hasSize(16).doesNotHaveDuplicates();
            for (InetSocketAddress destination : destinations) {
                try (var channel = java.nio.channels.SocketChannel.open(destination)) {
                    assertThat(channel.getRemoteAddress()).isEqualTo(destination);
                }
            }
        }
    }

    @Test
    void aServerThatListensAtOneAddressHasOne() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThat(destinations(server))
                    .containsExactly(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), server.getLocalPort()));
        }
    }

    private static List<InetSocketAddress> destinations(ServerSocket server) throws Exception {
        return Destinations.of(plan(server.getLocalPort(), ping(1), new Arrivals.Closed(1)));
    }

    @Test
    void theStateOfThePortsIsOneLine() {
        String sockets = "sockets: used 9\nTCP: inuse 5 orphan 0 tw 1234 alloc 7 mem 1\nUDP: inuse 2 mem 0\n";
        assertThat(PortUse.describe("32768\t60999\n", "2\n", sockets))
                .isEqualTo("ip_local_port_range 32768-60999, tcp_tw_reuse 2, 1234 sockets in TIME_WAIT");
        assertThat(PortUse.describe("", "2\n", sockets)).isEmpty();
        assertThat(PortUse.describe())
                .as("of this machine")
                .matches("(ip_local_port_range \\d+-\\d+, tcp_tw_reuse \\d, \\d+ sockets in TIME_WAIT)?");
    }
}
