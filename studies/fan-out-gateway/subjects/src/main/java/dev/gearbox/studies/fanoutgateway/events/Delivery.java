package dev.gearbox.studies.fanoutgateway.events;

import java.util.Locale;

/** Who receives an event. */
public enum Delivery {
    /** One of the consumers: they share the work. */
    ONE,
    /** Each of the consumers: each does work of its own with it. */
    ALL;

    /** @throws IllegalArgumentException if there is none of that name */
    static Delivery named(String name) {
        return switch (name) {
            case "one" -> ONE;
            case "all" -> ALL;
            default -> throw new IllegalArgumentException("delivery: one or all, not " + name);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
