package dev.gearbox.studies.pageindexer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The networks of addresses, including those that embed others. */
final class NetworkTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, THIS_MACHINE",
        "127.9.9.9, THIS_MACHINE",
        "0.0.0.0, THIS_MACHINE",
        "::1, THIS_MACHINE",
        "::, THIS_MACHINE",
        "::ffff:127.0.0.1, THIS_MACHINE",
        "64:ff9b::7f00:1, THIS_MACHINE",
        "2002:7f00:1::, THIS_MACHINE",
        "10.1.2.3, LOCAL",
        "172.16.0.1, LOCAL",
        "172.31.255.255, LOCAL",
        "192.168.1.1, LOCAL",
        "169.254.169.254, LOCAL",
        "100.64.0.1, LOCAL",
        "198.18.0.1, LOCAL",
        "192.0.0.1, LOCAL",
        "0.1.2.3, LOCAL",
        "224.0.0.1, LOCAL",
        "255.255.255.255, LOCAL",
        "fe80::1, LOCAL",
        "fec0::1, LOCAL",
        "fd12:3456::1, LOCAL",
        "ff02::1, LOCAL",
        "::ffff:10.0.0.1, LOCAL",
        "64:ff9b::a00:1, LOCAL",
        "2002:c0a8:101::1, LOCAL",
        "::10.0.0.1, LOCAL",
        "93.184.216.34, PUBLIC",
        "172.32.0.1, PUBLIC",
        "100.128.0.1, PUBLIC",
        "198.20.0.1, PUBLIC",
        "2606:2800:220:1::1, PUBLIC",
        "64:ff9b::5db8:d822, PUBLIC"
    })
    void an_address_leads_to_its_network(String address, Network network) {
        assertThat(Network.of(InetAddress.ofLiteral(address))).isEqualTo(network);
    }

    @ParameterizedTest
    @CsvSource({
        "THIS_MACHINE, THIS_MACHINE, true",
        "THIS_MACHINE, PUBLIC, true",
        "LOCAL, THIS_MACHINE, false",
        "LOCAL, LOCAL, true",
        "PUBLIC, LOCAL, false",
        "PUBLIC, THIS_MACHINE, false",
        "PUBLIC, PUBLIC, true"
    })
    void nobody_may_name_what_is_nearer(Network said, Network named, boolean may) {
        assertThat(named.mayBeNamedFrom(said)).isEqualTo(may);
        assertThat(said.farther(named))
                .isIn(said, named)
                .isGreaterThanOrEqualTo(said)
                .isGreaterThanOrEqualTo(named);
    }
}
