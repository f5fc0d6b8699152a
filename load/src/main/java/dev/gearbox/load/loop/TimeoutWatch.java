package dev.gearbox.load.loop;

import dev.gearbox.load.schedule.TimerHeap;

/**
 * Detects answers and connections that exceed the plan's timeout. One exception: a connection that was never answered while others are is waiting for its
 * turn (for example, for a thread of a pool that is too small); that is not an error, however long it takes.
 *
 * <p>No cost per request: a user's timer is set once, and re-arms itself if it expires and there has been an answer since.
 */
final class TimeoutWatch {
    private final User[] users;
    private final TimerHeap timers;
    private final long timeout;
    private boolean draining;
    private boolean anyAnswer;
    private long lastAnswer;

    TimeoutWatch(User[] users, long timeout) {
        this.users = users;
        this.timeout = timeout;
        timers = new TimerHeap(users.length);
    }

    /** Starts watching a user that expects an answer or a connection. */
    void watch(User user, long now) {
        user.deadline = now + timeout;
        if (!timers.contains(user.id)) {
            timers.set(user.id, user.deadline);
        }
    }

    /** Sets whether the users no longer send: then the absence of answers says nothing about a connection that waits for its turn. */
    void draining(boolean is) {
        draining = is;
    }

    /** Records that some user was answered. */
    void answered(long now) {
        anyAnswer = true;
        lastAnswer = now;
    }

    /** Returns the earliest time at which something may be overdue, or {@code otherwise} if that is earlier. */
    long nextDue(long otherwise) {
        return !timers.isEmpty() && timers.firstTime() - otherwise < 0 ? timers.firstTime() : otherwise;
    }

    /** Returns whether a connection was established and sent a request but was never answered, while others were. */
    boolean waitsForItsTurn(User user) {
        return user.connected && user.expecting >= 0 && !user.answered && anyAnswer;
    }

    /** Returns the id of the next user whose timeout has expired, or -1. */
    int overdue(long now) {
        while (!timers.isEmpty() && timers.firstTime() - now <= 0) {
            User user = users[timers.first()];
            boolean watched = user.expecting >= 0 || user.wait == User.Wait.CONNECTED;
            if (watched && waitsForItsTurn(user)) {
                long heard = draining ? now : lastAnswer;
                user.deadline = Math.max(heard + timeout - user.deadline, 0) + user.deadline;
            }
            if (watched && user.deadline - now > 0) {
                timers.set(user.id, user.deadline);
            } else {
                timers.cancel(user.id);
                if (watched) {
                    return user.id;
                }
            }
        }
        return -1;
    }
}
