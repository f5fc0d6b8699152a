package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Echoes after a delay: before each answer the session blocks its thread, or burns CPU, for a configured time. On an event loop this is the classic
 * mistake, which the workloads {@code busy-handler} and {@code mixed} measure; {@link Offload} is the remedy.
 */
public final class BusyEcho implements Protocol {
    /** How the time is spent. */
    public enum Kind {
        /** Blocks, as a database call does: the thread is occupied, the core is free. */
        BLOCK,
        /** Burns CPU, which occupies the core too. Measured by the wall clock, so a thread that gets half a core does half the work. */
        BURN
    }

    private final Kind kind;
    private final Duration time;
    private final int oneIn;
    private final AtomicLong connections = new AtomicLong();

    /** Spends {@code time} on each piece received, on every connection. */
    public BusyEcho(Kind kind, Duration time) {
        this(kind, time, 1);
    }

    /**
     * Spends {@code time} on each piece received, on one connection in {@code oneIn}; the others are a plain echo.
     *
     * @param oneIn every {@code oneIn}-th connection is busy, starting with the first
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
