package dev.gearbox.core.model;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import java.util.Optional;
import java.util.Set;

/**
 * An idea of how to do I/O (thread per connection, multi-Reactor, ...) that can be started: the service that engine modules provide and
 * {@link Engines} finds, on the module path by {@code provides} and on the class path by META-INF/services. Stateless; all methods from any thread.
 *
 * <p>Its class, its card and {@link #absence} work also where a jar of others that its engine is made of is missing ({@link NeededJars}).
 */
public interface IoModel {
    /** What it is and what may be set. */
    ModelCard card();

    /**
     * Why it cannot be started on this machine, in a line for a person: what is missing and, where that can be had, how. Empty if it can. It is
     * listed all the same, and never replaced by another.
     */
    default Optional<String> absence() {
        return Optional.empty();
    }

    /** What an engine with these parameters can do: what the card says, where none of them takes anything away. */
    default Set<Capability> capabilities(Parameters parameters) {
        return card().capabilities();
    }

    /**
     * Starts its threads.
     *
     * @param parameters checked against the card
     * @return the engine, running; the caller closes it. Only for a model without {@link #absence}
     * @throws BadSpecException if the parameters contradict each other
     */
    Engine start(Parameters parameters);
}
