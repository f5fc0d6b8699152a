package dev.gearbox.studies.pageindexer.crawl;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.net.spi.InetAddressResolverProvider;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The JDK's own resolver, for the whole JVM, without addresses that an {@link AddressGuard} rejects. */
public final class GuardedResolver extends InetAddressResolverProvider {
    private static final Set<AddressGuard> GUARDS = ConcurrentHashMap.newKeySet();

    /** Names that are resolved here first, for tests. */
    public static final Map<String, InetAddress> NAMES = new ConcurrentHashMap<>();

    /** Creates the provider; called by the JDK's service loader. */
    public GuardedResolver() {}

    static void add(AddressGuard guard) {
        GUARDS.add(guard);
    }

    static void remove(AddressGuard guard) {
        GUARDS.remove(guard);
    }

    @Override
    public String name() {
        return "gearbox";
    }

    @Override
    public InetAddressResolver get(Configuration configuration) {
        return new Guarded(configuration.builtinResolver());
    }

    /** Filters the results of another resolver. */
    record Guarded(InetAddressResolver all) implements InetAddressResolver {
        @Override
        public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
            String name = host.toLowerCase(Locale.ROOT);
            InetAddress own = NAMES.get(name);
            Stream<InetAddress> found = own == null ? all.lookupByName(host, policy) : Stream.of(own);
            if (GUARDS.isEmpty()) {
                return found;
            }
            List<InetAddress> admitted = found.filter(
                            address -> GUARDS.stream().allMatch(guard -> guard.admits(name, address)))
                    .toList();
            if (admitted.isEmpty()) {
                throw new UnknownHostException(host + " now resolves to a nearer address than at first");
            }
            return admitted.stream();
        }

        @Override
        public String lookupByAddress(byte[] address) throws UnknownHostException {
            return all.lookupByAddress(address);
        }
    }
}
