package dev.gearbox.http.client;

import dev.gearbox.core.Connection;
import dev.gearbox.http.message.Deadline;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The time-outs of one connection's exchanges by phase. Progress is seen in the connection's counts of bytes when a time is over, so bytes cost nothing. Only for
 * callbacks.
 */
final class PhaseTimeouts {
    private enum Phase {
        IDLE,
        /** The request is being sent. */
        SENDING,
        /** The first byte of the response is awaited. */
        AWAITING,
        RECEIVING
    }

    private final Connection connection;
    private final HttpTimeouts times;
    private final BooleanSupplier paused;
    private final Consumer<String> late;
    private final Deadline deadline;
    private Phase phase = Phase.IDLE;
    private long bytes;

    /**
     * Creates time-outs of an idle connection.
     *
     * @param paused whether the handler does not want bytes now
     * @param late receives what took too long
     */
    PhaseTimeouts(Connection connection, HttpTimeouts times, BooleanSupplier paused, Consumer<String> late) {
        this.connection = connection;
        this.times = times;
        this.paused = paused;
        this.late = late;
        deadline = new Deadline(connection, System::nanoTime, this::ring);
    }

    /** A request begins. */
    void sending() {
        enter(Phase.SENDING, times.stall());
    }

    /** The whole request has been written. */
    void written() {
        if (phase == Phase.SENDING) {
            enter(Phase.AWAITING, times.firstByte());
        }
    }

    /** Bytes of the response have arrived. */
    void received() {
        if (phase == Phase.AWAITING || phase == Phase.SENDING) {
            enter(Phase.RECEIVING, times.stall());
        }
    }

    /** The exchange is over. */
    void idle() {
        phase = Phase.IDLE;
        deadline.clear();
    }

    private void enter(Phase next, Duration limit) {
        phase = next;
        bytes = moved();
        if (limit.isPositive()) {
            deadline.in(limit);
        } else {
            deadline.clear();
        }
    }

    private long moved() {
        return connection.bytesRead() + connection.bytesWritten();
    }

    private void ring() {
        switch (phase) {
            case IDLE -> {}
            case AWAITING -> late.accept("no byte of the response within " + times.firstByte());
            case SENDING -> check(connection.queued() == 0, "the server has taken nothing of the request for ");
            case RECEIVING -> check(paused.getAsBoolean(), "nothing of the response has arrived for ");
        }
    }

    /** Goes on if bytes have moved, or if it is our own side that waits. */
    private void check(boolean ours, String what) {
        if (ours || moved() != bytes) {
            enter(phase, times.stall());
        } else {
            late.accept(what + times.stall());
        }
    }
}
