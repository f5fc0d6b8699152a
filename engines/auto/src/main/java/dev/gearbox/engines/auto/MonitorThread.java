package dev.gearbox.engines.auto;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A thread that checks connections periodically, from outside. */
final class MonitorThread {
    private final Thread thread;
    private final Duration every;
    private final Runnable round;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ends = lock.newCondition();
    private boolean ending;

    /** Starts it. */
    MonitorThread(String name, Duration every, Runnable round) {
        this.every = requireNonNull(every);
        this.round = round;
        thread = Thread.ofPlatform().daemon().name(name).start(this::walk);
    }

    private void walk() {
        while (!awaitEnd()) {
            round.run();
        }
    }

    private boolean awaitEnd() {
        lock.lock();
        try {
            long left = every.toNanos();
            while (!ending && left > 0) {
                left = ends.awaitNanos(left);
            }
            return ending;
        } catch (InterruptedException nobodysBusiness) {
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Ends it, and waits until its round is over. */
    void stop() {
        lock.lock();
        try {
            ending = true;
            ends.signal();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
