package dev.gearbox.core;

/**
 * What is said on a connection: a factory of sessions. Written once, it runs on every engine and knows none.
 *
 * <p>One protocol object serves all connections of a listener, from any of the engine's threads at once: it keeps no state that belongs to
 * one connection. That state is the {@link Session}'s.
 */
@FunctionalInterface
public interface Protocol {
    /**
     * Begins the conversation on a new connection. The call counts as the session's first callback: it may write, pause and schedule. What it
     * throws closes the connection, and nobody is told but the engine's log.
     *
     * @param connection the new connection, this session's for life
     * @return the session whose callbacks the engine enters from now on
     */
    Session open(Connection connection);
}
