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
 * Prevents lists, sitemaps and redirects from other hosts from directing a crawl to this machine or its network (SSRF). A host is classified once, by the
 * nearest of the addresses to which its name resolves; later it cannot get nearer: {@link GuardedResolver} filters nearer addresses. So clients connect
 * only to checked addresses, although every client resolves names itself.
 */
public final class AddressGuard implements AutoCloseable {
    private final Function<InetAddress, Network> networks;
    private final Map<String, Network> known = new ConcurrentHashMap<>();

    private AddressGuard(Function<InetAddress, Network> networks) {
        this.networks = networks;
    }

    /** Guards until closed. */
    public static AddressGuard begin() {
        return begin(Network::of);
    }

    /** The same with another classification of addresses. */
    public static AddressGuard begin(Function<InetAddress, Network> networks) {
        AddressGuard guard = new AddressGuard(networks);
        GuardedResolver.add(guard);
        return guard;
    }

    /** Returns whether the host of that address was looked up. */
    boolean knows(URI address) {
        return known.containsKey(host(address));
    }

    /** Looks up the host of that address, unless it was looked up before. May block on DNS. */
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
            // If it resolves later, it must not be near; an invalid address may be near.
            return host.contains(":") ? Network.LOCAL : Network.PUBLIC;
        }
    }

    /** Returns the network of that address; its host must have been looked up. */
    Network network(URI address) {
        Network network = known.get(host(address));
        if (network == null) {
            throw new IllegalStateException(address + " was not looked up");
        }
        return network;
    }

    /** Returns why content from that network may not lead to this address, whose host must have been looked up; empty if it may. */
    Optional<String> refusal(URI address, Network said) {
        Network network = network(address);
        return network.mayBeNamedFrom(said)
                ? Optional.empty()
                : Optional.of(address + " is on " + network.words() + ", and was named on " + said.words());
    }

    /** Returns whether a client may connect to that address when it resolves a host. */
    boolean admits(String host, InetAddress address) {
        Network network = known.get(host);
        return network == null || networks.apply(address).compareTo(network) >= 0;
    }

    /** Returns the name as clients look it up: without the brackets of an IPv6 literal. */
    private static String host(URI address) {
        String host = address.getHost().toLowerCase(Locale.ROOT);
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public void close() {
        GuardedResolver.remove(this);
    }
}
