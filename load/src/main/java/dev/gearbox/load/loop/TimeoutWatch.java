package dev.gearbox.load.loop;

import dev.gearbox.load.schedule.TimerHeap;

/**
 * Notices what is overdue: an answer, or a connection, after the plan's timeout. With one exception: a connection that never had an answer,
 * while others have theirs, is waiting for its turn (a pool that is too small), and that is no error however long it takes.
 *
 * <p>Costs nothing for each request: a user's watch is set once, and moves itself when it finds that there has been an answer since.
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

    /** A user expects something from now on. */
    void watch(User user, long now) {
        user.deadline = now + timeout;
        if (!timers.contains(user.id)) {
            timers.set(user.id, user.deadline);
        }
    }

    /** Whether nobody asks any more: then it says nothing about a connection that waits for its turn that nobody is answered. */
    void draining(boolean is) {
        draining = is;
    }

    /** Someone was answered. */
    void answered(long now) {
        anyAnswer = true;
        lastAnswer = now;
    }

    /** The earliest time at which something may be overdue, or {@code otherwise} if that is earlier. */
    long nextDue(long otherwise) {
        return !timers.isEmpty() && timers.firstTime() - otherwise < 0 ? timers.firstTime() : otherwise;
    }

    /** Whether a connection was made and asked, and never answered, while others were. */
    boolean waitsForItsTurn(User user) {
        return user.connected && user.expecting >= 0 && !user.answered && anyAnswer;
    }

    /** The next user whose time is up, by its id; -1 if there is none. */
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
