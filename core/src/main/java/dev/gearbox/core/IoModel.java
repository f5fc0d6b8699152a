package dev.gearbox.core;

/**
 * An idea of how to do I/O (thread per connection, multi-Reactor, ...) that can be started: the service that engine modules provide and
 * {@link Engines} finds. Stateless; all methods from any thread.
 */
public interface IoModel {
    /** What it is and what may be set. */
    ModelCard card();

    /**
     * Starts its threads.
     *
     * @param parameters checked against the card
     * @return the engine, running; the caller closes it
     * @throws BadSpecException if the parameters contradict each other
     */
    Engine start(Parameters parameters);
}
