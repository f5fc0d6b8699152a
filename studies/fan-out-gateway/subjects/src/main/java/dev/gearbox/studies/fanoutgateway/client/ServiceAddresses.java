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

    /** Returns the address for a target: of a service that is elsewhere always the same, without what the target asks for. */
    URI of(String target) {
        int query = target.indexOf('?');
        URI own = elsewhere.get(query < 0 ? target : target.substring(0, query));
        return own == null ? base.resolve("/" + target) : own;
    }
}
