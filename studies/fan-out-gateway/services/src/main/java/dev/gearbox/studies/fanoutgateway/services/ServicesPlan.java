package dev.gearbox.studies.fanoutgateway.services;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The behaviour of all services.
 *
 * @param services those that differ from {@link ServicePlan#PLAIN}, by name
 * @param seed decides the records, and the delay and the fault of each call
 */
public record ServicesPlan(Map<String, ServicePlan> services, long seed) {
    /** The names of the services, which are their paths too. */
    public static final List<String> NAMES = List.of("posts", "comments", "albums", "photos", "users");

    /** Before the name of a service: the same records once more, with a behaviour of their own, at {@code /archive/posts} and so on. */
    public static final String ARCHIVE = "archive/";

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
            if (!NAMES.contains(withoutArchive(name))) {
                throw new IllegalArgumentException("no service \"" + name + "\". Known: " + String.join(", ", NAMES));
            }
        }
    }

    private static String withoutArchive(String name) {
        return name.startsWith(ARCHIVE) ? name.substring(ARCHIVE.length()) : name;
    }

    /** Returns the plan of a service. */
    public ServicePlan of(String name) {
        return services.getOrDefault(name, ServicePlan.PLAIN);
    }

    /** Returns all services, which answer with the records of the seed; those of the archive only if they have a behaviour. */
    List<ServiceAnswer> served() {
        Map<String, byte[]> json = Catalog.of(seed).json();
        return Stream.concat(
                        NAMES.stream(),
                        services.keySet().stream()
                                .filter(name -> name.startsWith(ARCHIVE))
                                .sorted())
                .map(name -> new ServiceAnswer(
                        name,
                        name,
                        ByteBuffer.wrap(Objects.requireNonNull(json.get(withoutArchive(name)), name)),
                        of(name)))
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

    /** Returns this plan with a delay of each service of the archive; see {@link ServicePlan#withDelay}. */
    public ServicesPlan withArchive(String delay) {
        ServicesPlan plan = this;
        for (String name : NAMES) {
            plan = plan.withDelay(ARCHIVE + name, delay);
        }
        return plan;
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
