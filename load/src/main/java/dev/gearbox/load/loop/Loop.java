package dev.gearbox.load.loop;

import dev.gearbox.load.plan.Contents;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Program;
import dev.gearbox.load.plan.Slice;
import dev.gearbox.load.report.Gaps;
import dev.gearbox.load.report.Gates;
import dev.gearbox.load.report.LoadReport;
import dev.gearbox.load.report.Recorder;
import dev.gearbox.load.schedule.Timeline;
import dev.gearbox.load.schedule.Timeline.Stage;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The generator's one thread at work for one arm: makes the standing connections, then runs slices. Each round does what is due
 * (arrivals, ends of pauses, overdue answers), then looks for events on the connections, then rests as {@link Pacer} sees fit. Between
 * two events it looks at the clock again, so that a burst of answers does not delay what is due.
 *
 * <pre>
 *   Schedule ──arrivals─────────┐
 *   timers ──ends of pauses─────┼──► Walk: each user through the Program ──► Wire: write, connect, close
 *   Selector ──► Wire: answers ─┘                                   └──► Recorder
 * </pre>
 */
public final class Loop implements AutoCloseable {
    /** Between two standing connections: more at once would overflow a server's short queue of connections not yet accepted. */
    private static final long CONNECT_GAP = 100_000;

    private static final long LEAST_PATIENCE = 1_000_000_000;

    private final LoadPlan plan;
    private final Gaps gaps;
    private final LoopClock clock;
    private final Crowd crowd;
    private final Effort effort = new Effort();
    private final Watches watches;
    private final Reserve reserve;
    private final Walk walk;
    private final Wire wire;
    private final Selector selector;
    private final Consumer<SelectionKey> action = this::event;
    private final Pacer pacer;

    private final ArrivalStream arrivals;
    private final Stages stages;

    private boolean ran;
    private long events;
    private long lastEvent;
    private long woken;
    private long missed;

    /** {@code beside}: connections that other processes have to the same target. */
    public Loop(LoadPlan plan, int beside, Core core, LongSupplier nanos) throws IOException {
        this.plan = plan;
        gaps = new Gaps(core == Core.OWN);
        clock = new LoopClock(nanos, gaps);
        Program program = Program.compile(plan.script(), plan.arrivals(), plan.background());
        crowd = new Crowd(plan, program, gaps);
        var sources = Sources.of(plan, crowd.churns(), crowd.users().length + beside);
        var contents = new Contents(program, plan.seed());
        selector = Selector.open();
        watches = new Watches(crowd.users(), plan.timeout().toNanos());
        reserve = new Reserve();
        walk = new Walk(clock, program, crowd, plan.script().expects());
        wire = new Wire(clock, selector, sources, contents, walk, crowd.users(), watches, reserve);
        walk.over(wire);
        pacer = new Pacer(selector, action, core);
        arrivals = new ArrivalStream(walk, plan.arrivals(), plan.seed());
        stages = new Stages(plan, clock, gaps, crowd, wire, pacer, effort);
    }

    // ---- connecting

    /** Makes the standing connections; those that take too long go on trying in the slices. */
    public void connect(GeneratorListener told) throws IOException, InterruptedException {
        told.connecting();
        clock.go();
        long begin = clock.now();
        for (User user : crowd.users()) {
            user.base = begin;
        }
        for (User user : crowd.coming()) {
            walk.advance(user);
        }
        int standing = crowd.standing().length;
        long patience = begin + standing * CONNECT_GAP + Math.max(plan.timeout().toNanos(), LEAST_PATIENCE);
        int asked = 0;
        while (standing > 0 && walk.ready() < standing + crowd.coming().length) {
            long now = clock.now();
            if (patience - now <= 0) {
                break;
            }
            long before = done();
            while (asked < standing && begin + asked * CONNECT_GAP - now <= 0) {
                walk.advance(crowd.standing()[asked++]);
            }
            walk.due(now);
            wire.due(now);
            selector.selectNow(action);
            if (done() == before) {
                long next = asked < standing ? begin + asked * CONNECT_GAP : patience;
                pacer.doze(watches.nextDue(walk.nextDue(next)) - now);
            }
            stopIfInterrupted();
        }
        clock.stand(clock.now());
        stages.halt();
        // What was allocated until now shall not be collected in a window.
        System.gc();
    }

    public int connections() {
        return wire.traffic().open();
    }

    /** How many standing connections were wanted. */
    public int asked() {
        return crowd.standing().length;
    }

    // ---- a slice

    /** Runs a slice, to where everything is answered or given up. */
    public LoadReport slice(Slice slice, Optional<Appointment> together, GeneratorListener listener)
            throws IOException, InterruptedException {
        if (!stages.in(Stage.HALTED)) {
            throw new IllegalStateException("the slice before this one was broken off");
        }
        arrivals.prepare(slice.arrivals(plan.arrivals()), slice.seed());
        gaps.clear();
        crowd.record(Recorder::clear);
        // What came since the last slice: connections that the peer has closed, above all.
        selector.selectNow(action);
        listener.warming();
        pacer.begin();
        try {
            begin(slice, together, listener);
            rounds();
        } finally {
            pacer.end();
        }
        return report(slice);
    }

    private void begin(Slice slice, Optional<Appointment> together, GeneratorListener listener)
            throws InterruptedException {
        // Where it stands, to the nanosecond: nobody's moment is lost between two slices.
        long now = clock.now();
        missed = together.isPresent() ? together.get().keep() : 0;
        clock.go(missed);
        Timeline time = Timeline.of(slice, now);
        lastEvent = now;
        if (ran) {
            crowd.record(recorder -> recorder.floor(now));
            walk.resume(time.ends(), time.opens());
        } else {
            walk.begin(now, time.ends());
            ran = true;
        }
        arrivals.begin(time);
        stages.begin(time, listener);
    }

    private void rounds() throws IOException, InterruptedException {
        long round = clock.now();
        while (stages.running()) {
            long before = done();
            due(round);
            selector.selectNow(action);
            if (done() == before) {
                round = rest(round);
            }
            long end = clock.now();
            long did = done() - before;
            effort.round(end - round, did);
            lastEvent = did > 0 ? end : lastEvent;
            if (gaps.isOpen()) {
                gaps.round(end, isCaughtUp(end));
            }
            round = end;
            stages.progress(end);
            stopIfInterrupted();
        }
    }

    /** No arrival is overdue, and no pause that ended in the gap. Answers of the gap were read, the round having looked for them once. */
    private boolean isCaughtUp(long now) {
        return !arrivals.isOverdue(now) && walk.nextDue(now) - gaps.end() >= 0;
    }

    /** A number that grows with all that is done. */
    private long done() {
        return events + walk.steps() + wire.traffic().done();
    }

    /** Rests; returns from when on the round counts as work or as spinning. */
    private long rest(long round) throws IOException {
        long now = clock.now();
        long due = nextDue();
        if (!pacer.sleeps(due - now, now - lastEvent, wire.traffic().expecting())) {
            return round;
        }
        woken = 0;
        clock.sleepUntil(due);
        pacer.sleep(due - now);
        // What the select found is work from the moment that it woke up.
        long woke = woken == 0 ? clock.now() : woken;
        effort.spun(now - round);
        effort.slept(woke - now);
        return woke;
    }

    private void event(SelectionKey key) {
        long now = clock.now();
        if (woken == 0) {
            woken = now;
        }
        events++;
        if (stages.running() && nextDue() - now <= 0) {
            due(now);
        }
        wire.event(key);
    }

    // ---- what is due

    private long nextDue() {
        return watches.nextDue(walk.nextDue(arrivals.nextDue(stages.end())));
    }

    /** Everything in the order of its time, however late it is. */
    private void due(long now) {
        while (stages.running() && stages.end() - now <= 0) {
            arrivals.arrive(stages.end());
            walk.due(stages.end());
            turn(now);
        }
        arrivals.arrive(now);
        walk.due(now);
        wire.due(now);
        if (stages.in(Stage.DRAIN)
                && wire.traffic().inFlight() == 0
                && !walk.pending().any()) {
            turn(now);
        }
    }

    private void turn(long now) {
        events++;
        stages.turn(now);
        watches.draining(stages.in(Stage.DRAIN));
    }

    // ---- the end of a slice

    private LoadReport report(Slice slice) {
        Stages.Window window = stages.window();
        long now = clock.now();
        int waiting = 0;
        for (User user : crowd.users()) {
            waiting += watches.waitsForItsTurn(user) ? 1 : 0;
            if (user.expecting >= 0 && !user.writtenOff) {
                user.group.recorder().censored(user.intended, now, user.frames);
                wire.traffic().writeOff(user);
            }
        }
        walk.pending().giveUp(crowd.users(), now);
        // The next slice begins where this window ended: the drain is no time of the users.
        clock.stand(stages.windowEnd());
        for (User user : crowd.users()) {
            user.endsSlice(stages.windowEnd());
        }
        LoadReport report = Gates.report(
                plan,
                slice,
                missed,
                crowd.script().recorder(),
                crowd.background(),
                window.length(),
                window.connections(),
                waiting,
                window.effort());
        crowd.record(recorder -> recorder.errors().clear());
        return report;
    }

    private static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the run was interrupted");
        }
    }

    @Override
    public void close() {
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
