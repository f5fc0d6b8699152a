package dev.gearbox.load.chain;

import dev.gearbox.load.plan.BadPlanException;
import java.util.Locale;

/** How the generator drives its connections: with the JDK's selector, which can do everything, or with chains on io_uring, which reconnect at less cost. */
public enum GeneratorKind {
    /** Chains if they can run this load, here; else the selector. */
    AUTO,
    /** A {@link java.nio.channels.Selector}: a system call for each step of each user. */
    SELECTOR,
    /** A chain of io_uring for each turn of a user ({@link Chains}). */
    URING;

    /** The system property that selects one: {@code auto}, {@code selector} or {@code uring}. */
    public static final String PROPERTY = "gearbox.load.generator";

    /**
     * Returns the value of {@link #PROPERTY}; {@code AUTO} without that property.
     *
     * @throws BadPlanException if the property has any other value
     */
    public static GeneratorKind detect() {
        String said = System.getProperty(PROPERTY, "auto");
        for (GeneratorKind kind : values()) {
            if (kind.toString().equals(said)) {
                return kind;
            }
        }
        throw new BadPlanException(PROPERTY + ": unknown \"" + said + "\". Known: auto, selector, uring");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
