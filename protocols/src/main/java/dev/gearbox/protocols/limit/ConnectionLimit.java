package dev.gearbox.protocols.limit;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A server with a bound on its open connections: {@code ConnectionLimit.of(10_000, Beyond.REFUSE, protocol)}. One object is one bound, for all listeners and engines that it is used
 * with. The system accepts the connections beyond it too, since each engine accepts by itself; what happens then is {@link Beyond}.
 *
 * <p>A connection costs one more call for each callback; with {@link Beyond#DROP_IDLE} also a reading of the clock for each read, and one beyond the bound a look at all others.
 */
public final class ConnectionLimit implements Protocol {
    private final int most;
    private final Beyond beyond;
    private final Protocol protocol;

    // Guarded by this.
    private final Set<LimitedSession> served = new LinkedHashSet<>();
    private final ArrayDeque<LimitedSession> waiting = new ArrayDeque<>();
    private long refused;
    private long dropped;

    private ConnectionLimit(int most, Beyond beyond, Protocol protocol) {
        this.most = most;
        this.beyond = beyond;
        this.protocol = protocol;
    }

    /**
     * Creates a limit.
     *
     * @param most the largest number of connections with a session, from 1
     */
    public static ConnectionLimit of(int most, Beyond beyond, Protocol protocol) {
        if (most < 1) {
            throw new IllegalArgumentException("most is " + most + " and must be from 1");
        }
        return new ConnectionLimit(most, beyond, protocol);
    }

    /** Returns how many connections are served. */
    public synchronized int served() {
        return served.size();
    }

    /** Returns how many connections wait. */
    public synchronized int waiting() {
        return waiting.size();
    }

    /** Returns how many connections were reset because of the limit. */
    public synchronized long refused() {
        return refused;
    }

    /** Returns how many idle connections were closed because of the limit. */
    public synchronized long dropped() {
        return dropped;
    }

    private enum Admission {
        SERVE,
        WAIT,
        REFUSE
    }

    @Override
    public Session open(Connection connection) {
        LimitedSession session = new LimitedSession(this, connection, beyond == Beyond.DROP_IDLE);
        Optional<LimitedSession> idlest = Optional.empty();
        Admission admission;
        synchronized (this) {
            admission = admission();
            switch (admission) {
                case SERVE -> {
                    if (served.size() >= most) {
                        idlest = served.stream().min(Comparator.comparingLong(LimitedSession::idleSince));
                        idlest.ifPresent(served::remove);
                        dropped++;
                    }
                    served.add(session);
                }
                case WAIT -> waiting.add(session);
                case REFUSE -> refused++;
            }
        }
        idlest.ifPresent(LimitedSession::drop);
        switch (admission) {
            case SERVE -> serve(session);
            case WAIT -> connection.pause();
            case REFUSE -> connection.abort();
        }
        return session;
    }

    private void serve(LimitedSession session) {
        boolean opened = false;
        try {
            session.serve();
            opened = true;
        } finally {
            if (!opened) {
                ended(session);
            }
        }
    }

    private Admission admission() {
        if (served.size() < most || beyond == Beyond.DROP_IDLE) {
            return Admission.SERVE;
        }
        return beyond == Beyond.WAIT && waiting.size() < most ? Admission.WAIT : Admission.REFUSE;
    }

    Protocol protocol() {
        return protocol;
    }

    /** A connection has ended: the one that has waited longest takes its place. */
    void ended(LimitedSession session) {
        LimitedSession next = null;
        synchronized (this) {
            waiting.remove(session);
            if (served.remove(session) && served.size() < most) {
                next = waiting.poll();
                if (next != null) {
                    served.add(next);
                }
            }
        }
        if (next != null) {
            next.begin();
        }
    }
}
