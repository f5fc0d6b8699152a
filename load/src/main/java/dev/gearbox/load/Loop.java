package dev.gearbox.load;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The generator's one thread, and the phases of a run. Each round does what is due (arrivals, ends of pauses, overdue answers), then looks for
 * events on the connections, then rests as {@link Pacer} sees fit. Between two events it looks at the clock again, so that a
 * burst of answers does not delay what is due.
 *
 * <pre>
 *   Schedule ──arrivals─────────┐
 *   timers ──ends of pauses─────┼──► Walk: each user through the Program ──► Wire: write, connect, close
 *   Selector ──► Wire: answers ─┘                                   └──► Recorder
 * </pre>
 */
final class Loop implements AutoCloseable {
    /** How long requests of the window may still be answered after its end, in nanoseconds. */
    static final long GRACE = 1_000_000_000;

    /** Between two standing connections: more at once would overflow a server's short queue of connections not yet accepted. */
    private static final long CONNECT_GAP = 100_000;

    private static final long SECOND = 1_000_000_000;

    private enum Phase {
        CONNECTING,
        WARMING,
        MEASURING,
        GRACE,
        OVER
    }

    private final LoadPlan plan;
    private final GeneratorListener listener;
    private final Crowd crowd;
    private final Recorder recorder;
    private final Effort effort = new Effort();
    private final Watches watches;
    private final Reserve reserve;
    private final Walk walk;
    private final Wire wire;
    private final Selector selector;
    private final Consumer<SelectionKey> action = this::event;
    private final Pacer pacer;
    private final @Nullable Schedule schedule;

    private Phase phase = Phase.CONNECTING;
    private long phaseEnd;
    private long begin;
    private long windowEnd;
    private long nextArrival;
    private boolean arrivals;
    private int asked;
    private long events;
    private long lastEvent;
    private long woken;
    private long opened;
    private long nextProgress;
    private @Nullable Window window;

    /** What is known of the window at its end. */
    private record Window(long length, int connections, LoadReport.Effort effort, double away) {}

    Loop(LoadPlan plan, GeneratorListener listener) throws IOException {
        this.plan = plan;
        this.listener = listener;
        Program program = Program.compile(plan.script(), plan.arrivals(), plan.background());
        crowd = new Crowd(plan, program);
        recorder = crowd.script().recorder();
        schedule = crowd.script().closed() ? null : Schedule.of(plan.arrivals(), plan.seed());
        var sources = Sources.of(plan, crowd.churns(), crowd.users().length);
        var contents = new Contents(program, plan.seed());
        selector = Selector.open();
        watches = new Watches(crowd.users(), plan.timeout().toNanos());
        reserve = new Reserve();
        walk = new Walk(program, crowd, plan.script().expects());
        wire = new Wire(selector, sources, contents, walk, crowd.users(), watches, reserve);
        walk.over(wire);
        pacer = new Pacer(selector, action);
    }

    /** Runs the plan to its end. */
    LoadReport run() throws IOException, InterruptedException {
        long round = System.nanoTime();
        connectAll(round);
        while (phase != Phase.OVER) {
            long before = done();
            due(round);
            selector.selectNow(action);
            if (done() == before) {
                round = rest(round);
            }
            long end = System.nanoTime();
            long did = done() - before;
            effort.round(end - round, did);
            lastEvent = did > 0 ? end : lastEvent;
            round = end;
            progress(end);
            if (Thread.interrupted()) {
                throw new InterruptedException("the run was interrupted");
            }
        }
        return report();
    }

    /** A number that grows with all that is done, long payloads counting more. */
    private long done() {
        return events + walk.steps() + (wire.bytes() >>> 13);
    }

    /** Rests; returns from when on the round counts as work or as spinning. */
    private long rest(long round) throws IOException {
        long now = System.nanoTime();
        long due = nextDue();
        woken = 0;
        boolean slept = pacer.rest(due - now, now - lastEvent, wire.expecting());
        if (!slept) {
            return round;
        }
        // What the select found is work from the moment that it woke up.
        long woke = woken == 0 ? System.nanoTime() : woken;
        effort.spun(now - round);
        effort.slept(woke - now, woke - due);
        return woke;
    }

    private void event(SelectionKey key) {
        long now = System.nanoTime();
        if (woken == 0) {
            woken = now;
        }
        events++;
        if (phase != Phase.CONNECTING && nextDue() - now <= 0) {
            due(now);
        }
        wire.event(key);
    }

    // ---- what is due

    private long nextDue() {
        long next =
                phase == Phase.CONNECTING && asked < crowd.standing().length ? begin + asked * CONNECT_GAP : phaseEnd;
        if (arrivals && nextArrival - next < 0) {
            next = nextArrival;
        }
        return watches.nextDue(walk.nextDue(next));
    }

    private void due(long now) {
        if (phase == Phase.CONNECTING) {
            connectMore(now);
        }
        while (arrivals && nextArrival - now <= 0) {
            long intended = nextArrival;
            int drawn = prepareArrival();
            walk.arrive(intended, drawn);
        }
        walk.due(now);
        wire.due(now);
        boolean settled = phase == Phase.GRACE
                && recorder.pending() == 0
                && !walk.pending().any();
        if (phase != Phase.OVER && (phaseEnd - now <= 0 || settled)) {
            turn(now);
        }
    }

    /** Draws the connection of the arrival that is due, and sets the time of the next; none is meant for after the window. */
    private int prepareArrival() {
        if (schedule == null) {
            throw new IllegalStateException("a closed loop has no arrivals");
        }
        int drawn = schedule.connection(crowd.script().size());
        nextArrival = begin + schedule.next();
        arrivals = nextArrival - windowEnd < 0;
        return drawn;
    }

    // ---- phases

    private void connectAll(long now) {
        listener.connecting();
        begin = now;
        for (User user : crowd.users()) {
            user.base = now;
        }
        for (User user : crowd.coming()) {
            walk.advance(user);
        }
        int standing = crowd.standing().length;
        if (standing == 0) {
            beginLoad();
        } else {
            phaseEnd = now + standing * CONNECT_GAP + Math.max(plan.timeout().toNanos(), SECOND);
        }
    }

    private void connectMore(long now) {
        User[] standing = crowd.standing();
        while (asked < standing.length && begin + asked * CONNECT_GAP - now <= 0) {
            walk.advance(standing[asked++]);
        }
        if (walk.ready() == standing.length + crowd.coming().length) {
            beginLoad();
        }
    }

    /** All are connected, or have had their time for it and go on trying. From here on the load runs. */
    private void beginLoad() {
        // What was allocated until now shall not be collected in the window.
        System.gc();
        listener.warming();
        begin = System.nanoTime();
        phase = Phase.WARMING;
        phaseEnd = begin + plan.warmUp().toNanos();
        windowEnd = phaseEnd + plan.measure().toNanos();
        crowd.window(phaseEnd, windowEnd);
        walk.begin(begin, windowEnd);
        if (schedule != null) {
            nextArrival = begin + schedule.next();
            arrivals = nextArrival - windowEnd < 0;
        }
    }

    private void turn(long now) {
        events++;
        switch (phase) {
            case CONNECTING -> beginLoad();
            case WARMING -> {
                phase = Phase.MEASURING;
                phaseEnd = windowEnd;
                crowd.open();
                listener.measuring();
                opened = System.nanoTime();
                nextProgress = opened + SECOND;
                effort.reset();
            }
            case MEASURING -> {
                crowd.close();
                long length = now - opened;
                window = new Window(
                        length,
                        wire.open(),
                        effort.report(length, pacer.describe(), wire.sources()),
                        effort.awayShare(length));
                listener.measured();
                phase = Phase.GRACE;
                phaseEnd = now + GRACE;
            }
            case GRACE -> phase = Phase.OVER;
            case OVER -> throw new IllegalStateException("it is over");
        }
    }

    private void progress(long now) {
        if (phase == Phase.MEASURING && now - nextProgress >= 0) {
            nextProgress += SECOND;
            listener.progress(recorder.answeredInWindow(), crowd.errors());
        }
    }

    private LoadReport report() {
        if (window == null) {
            throw new IllegalStateException("no window was measured");
        }
        long now = System.nanoTime();
        int waiting = 0;
        for (User user : crowd.users()) {
            waiting += watches.waitsForItsTurn(user) ? 1 : 0;
            if (user.expecting >= 0) {
                user.group.recorder().censored(user.intended, now);
            }
        }
        walk.pending().giveUp(crowd.users(), now);
        return Gates.report(
                plan,
                recorder,
                crowd.background(),
                window.length(),
                window.connections(),
                waiting,
                window.effort(),
                window.away());
    }

    @Override
    public void close() {
        pacer.close();
        for (User user : crowd.users()) {
            wire.drop(user);
        }
        try {
            selector.close();
            reserve.close();
        } catch (IOException e) {
            throw new GeneratorException("the selector did not close: " + e.getMessage(), e);
        }
    }
}
