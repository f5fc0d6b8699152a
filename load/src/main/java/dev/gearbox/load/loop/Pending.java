package dev.gearbox.load.loop;

import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.Recorder;
import dev.gearbox.load.schedule.Backlog;

/**
 * Arrivals of an open loop that have not come to their request: those in the {@link Backlog}, and those whose connection is still being made.
 * None is forgotten: at the end of the run each counts as begun and as old as it is.
 */
final class Pending {
    private final Recorder recorder;
    private final Backlog backlog;
    private final int queues;
    private final boolean counts;
    private final int frames;
    private int onTheirWay;

    /**
     * Nobody waits yet.
     *
     * @param counts whether arrivals are requests: a script that expects no answer has none
     * @param frames with how many requests at once an arrival begins
     */
    Pending(Recorder recorder, int queues, boolean counts, int frames) {
        this.recorder = recorder;
        this.queues = queues;
        this.counts = counts;
        this.frames = frames;
        backlog = new Backlog(queues);
    }

    boolean isEmpty(int queue) {
        return backlog.isEmpty(queue);
    }

    /** Whether any arrival has not come to its request. */
    boolean any() {
        return backlog.size() + onTheirWay > 0;
    }

    void add(int queue, long intended) {
        backlog.add(queue, intended);
    }

    /** Gives a user the oldest arrival of a queue. */
    void take(User user, int queue) {
        user.base = backlog.take(queue);
        if (counts) {
            user.arrived = true;
            onTheirWay++;
        }
    }

    /** The user's arrival has come to its request, or will not. */
    void settled(User user) {
        if (user.arrived) {
            user.arrived = false;
            onTheirWay--;
        }
    }

    /** The user's arrival ends in an error before its request. */
    void failed(User user, ErrorKind kind, long now) {
        if (user.arrived) {
            recorder.started(user.base, frames);
            recorder.gone(user.base, now, kind, frames);
            settled(user);
        }
    }

    /** Gives up all that are left. */
    void giveUp(User[] users, long now) {
        for (User user : users) {
            if (user.arrived) {
                settled(user);
                recorder.started(user.base, frames);
                recorder.censored(user.base, now, frames);
            }
        }
        for (int queue = 0; queue < queues && counts; queue++) {
            while (!backlog.isEmpty(queue)) {
                long intended = backlog.take(queue);
                recorder.started(intended, frames);
                recorder.censored(intended, now, frames);
            }
        }
    }
}
