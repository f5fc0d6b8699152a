package dev.gearbox.protocols.time;

import dev.gearbox.core.Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The timer of one connection. It counts checks in a row between which nothing happened, and reads no clock: so a process that did not run for a
 * while reads what has arrived before it closes anything. Runs in callbacks of the connection's session.
 */
final class InactivityTimer implements Runnable {
    private static final int CHECKS = 4;
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final Connection connection;
    private final TimeoutOptions options;
    private final Duration period;

    /** What the last check found. */
    private long read;

    private long written;
    private boolean reading;
    private boolean waiting;

    /** How many checks in a row found that nothing had happened since the one before. */
    private long idleChecks;

    private long readChecks;
    private long writeChecks;

    InactivityTimer(Connection connection, TimeoutOptions options) {
        this.connection = connection;
        this.options = options;
        Duration limit = Stream.of(options.idle(), options.read(), options.write())
                .filter(Duration::isPositive)
                .min(Duration::compareTo)
                .orElseThrow();
        Duration part = limit.dividedBy(CHECKS);
        period = part.compareTo(SHORTEST) < 0 ? SHORTEST : part;
    }

    void start() {
        look();
        connection.schedule(period, this);
    }

    @Override
    public void run() {
        long readBefore = read;
        long writtenBefore = written;
        boolean wasReading = reading;
        boolean waited = waiting;
        look();
        boolean received = read != readBefore;
        boolean sent = written != writtenBefore;
        idleChecks = received || sent ? 0 : idleChecks + 1;
        readChecks = received || !wasReading || !reading ? 0 : readChecks + 1;
        writeChecks = sent || !waited || !waiting ? 0 : writeChecks + 1;
        if (isOver(options.read(), readChecks)) {
            InactivityTimer.<RuntimeException>rethrow(
                    new ReadTimeoutException("the peer sent nothing for " + options.read() + " (TimeoutOptions.read)"));
        } else if (isOver(options.write(), writeChecks)) {
            InactivityTimer.<RuntimeException>rethrow(new WriteTimeoutException("the peer took none of "
                    + connection.queued() + " bytes for " + options.write() + " (TimeoutOptions.write)"));
        } else if (isOver(options.idle(), idleChecks)) {
            InactivityTimer.<RuntimeException>rethrow(new IdleTimeoutException(
                    "no byte moved in either direction for " + options.idle() + " (TimeoutOptions.idle)"));
        } else {
            connection.schedule(period, this);
        }
    }

    private void look() {
        read = connection.bytesRead();
        // Under TLS a write adds more to what is queued than the session has written: only what exceeds the most so far
        // was sent.
        written = Math.max(written, connection.bytesWritten());
        reading = connection.isReading();
        waiting = connection.queued() > 0;
    }

    private boolean isOver(Duration limit, long checks) {
        return limit.isPositive() && period.multipliedBy(checks).compareTo(limit) >= 0;
    }

    /** Throws a checked exception in a task, so that it becomes the cause with which the connection is closed. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void rethrow(IOException timeout) throws T {
        throw (T) timeout;
    }
}
