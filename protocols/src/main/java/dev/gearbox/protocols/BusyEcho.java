package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * An echo with business time: before each answer its thread waits, or computes, for a given time. On an event loop that is the mistake that
 * the workloads {@code busy-handler} and {@code mixed} are about; {@link Offload} is the cure.
 */
public final class BusyEcho implements Protocol {
    /** What the time goes into. */
    public enum Kind {
        /** Waiting, as for a database: the thread is held, the core is free. */
        BLOCK,
        /** Computing: the core is held too. By the clock, so that a thread that gets half a core does half the work. */
        BURN
    }

    private final Kind kind;
    private final Duration time;
    private final int oneIn;
    private final AtomicLong connections = new AtomicLong();

    /** Spends {@code time} on each piece that is received, on every connection. */
    public BusyEcho(Kind kind, Duration time) {
        this(kind, time, 1);
    }

    /**
     * Spends {@code time} on each piece that is received, on one connection in so many; the others are a plain echo.
     *
     * @param oneIn the first connection is a busy one, then each so manieth
     */
    public BusyEcho(Kind kind, Duration time, int oneIn) {
        if (oneIn < 1 || time.isNegative()) {
            throw new IllegalArgumentException("one connection in " + oneIn + " for " + time);
        }
        this.kind = kind;
        this.time = time;
        this.oneIn = oneIn;
    }

    @Override
    public Session open(Connection connection) {
        return connections.getAndIncrement() % oneIn == 0 ? in -> serve(connection, in) : connection::write;
    }

    private void serve(Connection connection, ByteBuffer in) {
        long deadline = System.nanoTime() + time.toNanos();
        for (long left; (left = deadline - System.nanoTime()) > 0; ) {
            switch (kind) {
                case BLOCK -> LockSupport.parkNanos(this, left);
                case BURN -> Thread.onSpinWait();
            }
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
        }
        connection.write(in);
    }
}
