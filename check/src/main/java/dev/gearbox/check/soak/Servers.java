package dev.gearbox.check.soak;

import java.net.SocketAddress;
import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * Where clients can go.
 *
 * @param plain for each engine its address
 * @param encrypted for each engine its address for TLS
 * @param context of clients under TLS
 */
record Servers(List<SocketAddress> plain, List<SocketAddress> encrypted, SSLContext context) {
    Servers {
        plain = List.copyOf(plain);
        encrypted = List.copyOf(encrypted);
    }
}
