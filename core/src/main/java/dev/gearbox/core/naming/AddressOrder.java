package dev.gearbox.core.naming;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The order in which the addresses of a name are tried (RFC 8305, 4): the resolver's, which follows RFC 6724, but with the two families in turns, so that a family that does
 * not work here delays the other one by a single attempt.
 */
final class AddressOrder {
    private AddressOrder() {}

    static List<InetAddress> alternating(List<InetAddress> resolved) {
        ArrayDeque<InetAddress> preferred = new ArrayDeque<>();
        ArrayDeque<InetAddress> others = new ArrayDeque<>();
        for (InetAddress address : resolved) {
            boolean first = isV6(address) == isV6(resolved.getFirst());
            (first ? preferred : others).add(address);
        }
        List<InetAddress> order = new ArrayList<>(resolved.size());
        while (!preferred.isEmpty() || !others.isEmpty()) {
            if (!preferred.isEmpty()) {
                order.add(preferred.remove());
            }
            if (!others.isEmpty()) {
                order.add(others.remove());
            }
        }
        return order;
    }

    private static boolean isV6(InetAddress address) {
        return address instanceof Inet6Address;
    }
}
