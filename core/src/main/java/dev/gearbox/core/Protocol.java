package dev.gearbox.core;

/**
 * A protocol: a factory of sessions. It runs unchanged on every engine.
 *
 * <p>One protocol object serves all connections of a listener, concurrently from any of the engine's threads, so it keeps no state of a single connection. That
 * state belongs in the {@link Session}.
 */
@FunctionalInterface
public interface Protocol {
    /**
     * Opens a session on a new connection. The call counts as the session's first callback: it may write, pause and schedule. An exception closes the
     * connection and is logged by the engine.
     *
     * @param connection the new connection, which belongs to this session until it is closed
     * @return the session whose callbacks the engine calls from now on
     */
    Session open(Connection connection);
}
