package dev.gearbox.load.chain;

import dev.gearbox.engines.linux.uring.SocketRing;
import dev.gearbox.load.address.Destinations;
import dev.gearbox.load.address.SourceAddresses;
import dev.gearbox.load.plan.LoadPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The source and destination addresses over which connections are spread. The kernel searches a source port for each pair of them, among those that neither a
 * connection nor a socket in TIME_WAIT occupies: with one pair, 10,000 connections per second leave so few of 28,000 that the search takes most of the
 * generator's time.
 *
 * @param sources to which sockets are bound before they connect, with port 0; empty: the kernel chooses the address, too
 * @param destinations the addresses of the target
 */
public record AddressPairs(List<InetSocketAddress> sources, List<InetSocketAddress> destinations) {
    /** Copies the lists. */
    public AddressPairs {
        sources = List.copyOf(sources);
        destinations = List.copyOf(destinations);
    }

    /**
     * Returns the pairs for chains of io_uring: many destinations if the target has them, because they need no bind; else many sources, if the target is on
     * the loopback interface and the kernel can bind in a chain; else one pair.
     *
     * @throws IOException if the table of listening sockets cannot be read
     */
    public static AddressPairs of(LoadPlan plan) throws IOException {
        List<InetSocketAddress> destinations = Destinations.of(plan);
        boolean binds = destinations.size() == 1
                && SourceAddresses.canSpread(destinations.getFirst())
                && SocketRing.absence().isEmpty()
                && SocketRing.canBind();
        return new AddressPairs(
                binds
                        ? SourceAddresses.locals(plan.seed()).stream()
                                .map(address -> new InetSocketAddress(address, 0))
                                .toList()
                        : List.of(),
                destinations);
    }

    /** Returns the number of pairs. */
    public int count() {
        return Math.max(1, sources.size()) * destinations.size();
    }
}
