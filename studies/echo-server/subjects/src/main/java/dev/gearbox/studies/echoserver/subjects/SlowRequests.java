package dev.gearbox.studies.echoserver.subjects;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;

/**
 * Slow and quick requests on one connection: one that begins with an {@code s}, as in "slow", goes to one protocol, any other to the other. Unlike in
 * {@link Mixed}, no connection is spared by belonging to light users. A user sends one short request at a time, so that each arrives in one piece.
 */
record SlowRequests(Protocol slow, Protocol quick) implements Protocol {
    @Override
    public Session open(Connection connection) {
        Session slowly = slow.open(connection);
        Session quickly = quick.open(connection);
        return in -> (in.get(in.position()) == 's' ? slowly : quickly).received(in);
    }
}
