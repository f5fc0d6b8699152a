package dev.gearbox.origin;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rate of each fault. Path and seed decide which path has which fault: a run can be repeated, and a page that fails fails again.
 *
 * @param rates the share of the paths for each; together 1 at most
 */
public record Faults(Map<Fault, Double> rates) {
    /** No faults. */
    public static final Faults NONE = new Faults(Map.of());

    public Faults {
        rates = Map.copyOf(rates);
        double sum = rates.values().stream().mapToDouble(Double::doubleValue).sum();
        if (sum > 1 + 1e-9) {
            throw new IllegalArgumentException("all faults together are more than 100%");
        }
    }

    /**
     * Parses {@code reset=1%,slow=0.5%}.
     *
     * @throws IllegalArgumentException with the expected form
     */
    public static Faults parse(String text) {
        Map<Fault, Double> rates = new EnumMap<>(Fault.class);
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "\"" + part + "\" is not valid. Expected a kind and a share: reset=1%");
            }
            if (rates.put(Fault.named(part.substring(0, equals).strip()), Units.share(part.substring(equals + 1)))
                    != null) {
                throw new IllegalArgumentException("\"" + text + "\" names a fault twice");
            }
        }
        return new Faults(rates);
    }

    /** Returns the fault of that path, if any. */
    public Optional<Fault> of(String path, long seed) {
        if (rates.isEmpty()) {
            return Optional.empty();
        }
        double place = SeededChance.share(path, seed, SeededChance.FAULT);
        for (Fault fault : Fault.values()) {
            place -= rates.getOrDefault(fault, 0.0);
            if (place < 0) {
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }
}
