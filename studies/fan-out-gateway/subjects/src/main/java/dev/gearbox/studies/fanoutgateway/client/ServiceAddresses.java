package dev.gearbox.studies.fanoutgateway.client;

import java.net.URI;
import java.util.Map;

/**
 * Where the services are: below one address, except those with an address of their own.
 *
 * @param base {@code http://HOST:PORT}; a service is found at its name
 * @param elsewhere whole addresses, by the names of services
 */
public record ServiceAddresses(URI base, Map<String, URI> elsewhere) {
    /** Copies the map. */
    public ServiceAddresses {
        elsewhere = Map.copyOf(elsewhere);
    }

    /** Returns the address of a service. */
    URI of(String service) {
        URI own = elsewhere.get(service);
        return own == null ? base.resolve("/" + service) : own;
    }
}
