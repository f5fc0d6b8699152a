package dev.gearbox.protocols.broadcast;

import dev.gearbox.core.Connection;
import java.time.Duration;

/**
 * A member that reads more slowly than messages are sent to it.
 *
 * @param connection its connection
 * @param slowFor the time since it became slow: since the first message that was not passed on to it
 * @param untried the bytes of all messages since then that were not passed on to its connection, including the one to decide on: those dropped, and
 *     those that still wait. What its connection has queued is not among them
 */
public record SlowMember(Connection connection, Duration slowFor, long untried) {}
