package dev.gearbox.studies.pageindexer.crawl;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Keeps a crawl from being sent to this machine or its neighbours by what others write: in a list, a sitemap, a redirect. A host is judged by the addresses that its name
 * resolves to, the nearest of them, once; from then on it does not come nearer: {@link GuardedResolver} leaves out what would. So what was judged is what a client
 * connects to, though every client resolves names for itself.
 */
public final class AddressGuard implements AutoCloseable {
    private final Function<InetAddress, Network> networks;
    private final Map<String, Network> known = new ConcurrentHashMap<>();

    private AddressGuard(Function<InetAddress, Network> networks) {
        this.networks = networks;
    }

    /** Guards until it is closed. */
    public static AddressGuard begin() {
        return begin(Network::of);
    }

    /** The same with another idea of which addresses are near. */
    public static AddressGuard begin(Function<InetAddress, Network> networks) {
        AddressGuard guard = new AddressGuard(networks);
        GuardedResolver.add(guard);
        return guard;
    }

    /** Whether the host of that address was looked up. */
    boolean knows(URI address) {
        return known.containsKey(host(address));
    }

    /** Looks up the host of that address, unless it was looked up before. May take as long as name servers do. */
    public void look(URI address) {
        String host = host(address);
        if (!known.containsKey(host)) {
            known.putIfAbsent(host, nearest(host));
        }
    }

    private Network nearest(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .map(networks)
                    .min(Comparator.naturalOrder())
                    .orElse(Network.PUBLIC);
        } catch (UnknownHostException notNow) {
            // When it is known one day it is not to be near; and an address that cannot be read may be.
            return host.contains(":") ? Network.LOCAL : Network.PUBLIC;
        }
    }

    /** Where that address leads; its host was looked up. */
    Network network(URI address) {
        Network network = known.get(host(address));
        if (network == null) {
            throw new IllegalStateException(address + " was not looked up");
        }
        return network;
    }

    /** Why what was said on that network may not lead to this address, whose host was looked up; empty if it may. */
    Optional<String> refusal(URI address, Network said) {
        Network network = network(address);
        return network.mayBeNamedFrom(said)
                ? Optional.empty()
                : Optional.of(address + " is on " + network.words() + ", and was named on " + said.words());
    }

    /** Whether a client may connect to that address when it asks for a host. */
    boolean admits(String host, InetAddress address) {
        Network network = known.get(host);
        return network == null || networks.apply(address).compareTo(network) >= 0;
    }

    /** As clients look it up: without the brackets of a literal. */
    private static String host(URI address) {
        String host = address.getHost().toLowerCase(Locale.ROOT);
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public void close() {
        GuardedResolver.remove(this);
    }
}
