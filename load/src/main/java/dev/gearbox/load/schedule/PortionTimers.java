package dev.gearbox.load.schedule;

import dev.gearbox.load.plan.Portions;
import java.util.Optional;

/**
 * When slow users may send and read their next portions: a timer for each user and direction ({@link Portions}). A user without a limit has no timers.
 */
public final class PortionTimers {
    private final TimerHeap sends;
    private final TimerHeap reads;

    public PortionTimers(int users) {
        sends = new TimerHeap(users);
        reads = new TimerHeap(users);
    }

    /** Returns how many of these bytes a user may send now. */
    public static int ofSend(Portions portions, int bytes) {
        return portion(portions.send(), bytes);
    }

    /** Returns how many of these bytes a user may read now. */
    public static int ofRead(Portions portions, int bytes) {
        return portion(portions.receive(), bytes);
    }

    private static int portion(Optional<Portions.Portion> most, int bytes) {
        return most.isPresent() ? Math.min(bytes, most.get().bytes()) : bytes;
    }

    /** Called when a user whose sends are limited has sent a portion, but not all of its message. */
    public void sent(int user, Portions portions, long now) {
        sends.set(user, now + portions.send().orElseThrow().every().toNanos());
    }

    /** Called when a user whose reads are limited has read. */
    public void read(int user, Portions portions, long now) {
        reads.set(user, now + portions.receive().orElseThrow().every().toNanos());
    }

    /** Returns whether a user waits until it may read on. */
    public boolean waitsToRead(int user) {
        return reads.contains(user);
    }

    /** Cancels what a user waits for: its connection is gone. */
    public void cancel(int user) {
        sends.cancel(user);
        reads.cancel(user);
    }

    /** Returns the earliest time at which a user may go on, or {@code otherwise} if that is earlier. */
    public long nextDue(long otherwise) {
        return earlier(reads, earlier(sends, otherwise));
    }

    private static long earlier(TimerHeap timers, long otherwise) {
        return !timers.isEmpty() && timers.firstTime() - otherwise < 0 ? timers.firstTime() : otherwise;
    }

    /** Returns a user that may send on, and no longer waits; -1: none. */
    public int nextToSend(long now) {
        return next(sends, now);
    }

    /** Returns a user that may read on, and no longer waits; -1: none. */
    public int nextToRead(long now) {
        return next(reads, now);
    }

    private static int next(TimerHeap timers, long now) {
        if (timers.isEmpty() || timers.firstTime() - now > 0) {
            return -1;
        }
        int user = timers.first();
        timers.cancel(user);
        return user;
    }
}
