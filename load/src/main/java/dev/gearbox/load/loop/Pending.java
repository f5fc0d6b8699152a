package dev.gearbox.load.loop;

import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.Recorder;
import dev.gearbox.load.schedule.Backlog;

/**
 * Open-loop arrivals that have not sent their request yet: those in the {@link Backlog}, and those whose connection is still being established. None is lost:
 * at the end of the run each counts as started, with its age at that time.
 */
final class Pending {
    private final Recorder recorder;
    private final Backlog backlog;
    private final int queues;
    private final boolean counts;
    private final int frames;
    private int onTheirWay;

    /**
     * Creates it without pending arrivals.
     *
     * @param counts whether arrivals count as requests: a script that expects no answer has no requests
     * @param frames the number of requests that an arrival sends at once
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

    /** Returns whether any arrival has not sent its request yet. */
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

    /** The user's arrival has sent its request, or never will. */
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

    /** Abandons all pending arrivals. */
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
