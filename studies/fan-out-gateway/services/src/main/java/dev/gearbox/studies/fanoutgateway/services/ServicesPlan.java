package dev.gearbox.studies.fanoutgateway.services;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The behaviour of all services.
 *
 * @param services those that differ from {@link ServicePlan#PLAIN}, by name
 * @param seed decides the records, and the delay and the fault of each call
 */
public record ServicesPlan(Map<String, ServicePlan> services, long seed) {
    /** The names of the services, which are their paths too. */
    public static final List<String> NAMES = List.of("posts", "comments", "albums", "photos", "users");

    /** All answer at once, and rightly. */
    public static final ServicesPlan PLAIN = new ServicesPlan(Map.of(), 1);

    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException if there is no such service; names all
     */
    public ServicesPlan {
        services = Map.copyOf(services);
        for (String name : services.keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("no service \"" + name + "\". Known: " + String.join(", ", NAMES));
            }
        }
    }

    /** Returns the plan of a service. */
    public ServicePlan of(String name) {
        return services.getOrDefault(name, ServicePlan.PLAIN);
    }

    /** Returns all services, which answer with the records of the seed. */
    List<ServiceAnswer> served() {
        Map<String, byte[]> json = Catalog.of(seed).json();
        return NAMES.stream()
                .map(name -> new ServiceAnswer(
                        name, name, ByteBuffer.wrap(Objects.requireNonNull(json.get(name), name)), of(name)))
                .toList();
    }

    /** Returns this plan with another behaviour of one service. */
    public ServicesPlan with(String name, ServicePlan plan) {
        Map<String, ServicePlan> changed = new TreeMap<>(services);
        changed.put(name, plan);
        return new ServicesPlan(changed, seed);
    }

    /** Returns this plan with another delay of one service; see {@link ServicePlan#withDelay}. */
    public ServicesPlan withDelay(String name, String delay) {
        return with(name, of(name).withDelay(delay));
    }

    /** Returns this plan with other faults of one service; see {@link ServicePlan#withFaults}. */
    public ServicesPlan withFaults(String name, String faults) {
        return with(name, of(name).withFaults(faults));
    }

    /** Returns this plan with another seed. */
    public ServicesPlan withSeed(long other) {
        return new ServicesPlan(services, other);
    }
}
