package dev.gearbox.core.model;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import java.util.Optional;
import java.util.Set;

/**
 * An I/O model (thread per connection, multi-Reactor, ...) that can be started: the service that engine modules provide and {@link Engines} finds, on the
 * module path by {@code provides} and on the class path by META-INF/services. Stateless; all methods may be called from any thread.
 *
 * <p>Its class, its card and {@link #absence} must work even if a third-party jar that the engine needs is missing ({@link NeededJars}).
 */
public interface IoModel {
    /** Returns its name, description and parameters. */
    ModelCard card();

    /**
     * Returns why it cannot be started on this machine, in one line: what is missing and, where possible, how to get it. Empty if it can be started. An absent
     * model is still listed, and never replaced by another.
     */
    default Optional<String> absence() {
        return Optional.empty();
    }

    /** Returns what an engine with these parameters can do: the capabilities of the card, less those that a parameter excludes. */
    default Set<Capability> capabilities(Parameters parameters) {
        return card().capabilities();
    }

    /**
     * Starts an engine.
     *
     * @param parameters checked against the card
     * @return the running engine; the caller closes it. Must be called only if {@link #absence} is empty
     * @throws BadSpecException if the parameters contradict each other
     */
    Engine start(Parameters parameters);
}
