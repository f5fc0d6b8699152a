package dev.gearbox.check.soak;

import java.net.SocketAddress;
import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * The addresses for clients.
 *
 * @param plain the address of each engine
 * @param encrypted the address of each engine for TLS
 * @param context of clients under TLS
 */
record Servers(List<SocketAddress> plain, List<SocketAddress> encrypted, SSLContext context) {
    Servers {
        plain = List.copyOf(plain);
        encrypted = List.copyOf(encrypted);
    }
}
