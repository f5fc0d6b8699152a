package dev.gearbox.load.loop;

import dev.gearbox.load.address.PortUse;
import dev.gearbox.load.address.SourceAddresses;
import dev.gearbox.load.chain.AddressPairs;
import dev.gearbox.load.chain.ChainSupport;
import dev.gearbox.load.chain.GeneratorKind;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.plan.Program;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.report.Gaps;
import dev.gearbox.load.report.LoadReport;
import dev.gearbox.load.report.Recorder;
import dev.gearbox.load.report.ValidityGates;
import dev.gearbox.load.schedule.Timeline;
import dev.gearbox.load.schedule.Timeline.SliceStage;
import dev.gearbox.stats.FitnessLimits;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The generator's loop for one arm, on its single thread: opens the persistent connections, then runs slices. Each round processes what is due (arrivals,
 * ends of pauses, overdue answers), then polls the connections for events, then waits as {@link Pacer} decides. The clock is checked again between two
 * events, so that a burst of answers does not delay what is due.
 *
 * <pre>
 *   Schedule ──arrivals─────────┐
 *   timers ──ends of pauses─────┼──► ScriptInterpreter: each user through the Program ──► ConnectionDriver: write, connect, close
 *   system ────► ConnectionDriver: answers ─┘                                    └──► Recorder
 * </pre>
 */
public final class Loop implements AutoCloseable {
    /** The delay between two connects: more at once would overflow a server's short accept queue. */
    private static final long CONNECT_GAP = 100_000;

    private static final long LEAST_PATIENCE = 1_000_000_000;

    private final LoadPlan plan;
    private final Gaps gaps;
    private final LoadClock clock;
    private final Users allUsers;
    private final LoopUsage effort = new LoopUsage();
    private final TimeoutWatch watches;
    private final ReservedDescriptors reserve;
    private final ScriptInterpreter interpreter;
    private final ConnectionDriver driver;
    private final Pacer pacer;

    private final ArrivalStream arrivals;
    private final SliceStages stages;

    private boolean ran;
    private long events;
    private long lastEvent;
    private long woken;
    private long missed;

    /** {@code beside}: the number of connections from other processes to the same target. */
    public Loop(LoadPlan plan, int beside, GeneratorCore core, GeneratorKind kind, LongSupplier nanos)
            throws IOException {
        this.plan = plan;
        gaps = new Gaps(core != GeneratorCore.SHARED);
        clock = new LoadClock(nanos, gaps, core.writeCost());
        Program program = Program.compile(plan.script(), plan.arrivals(), plan.background());
        allUsers = new Users(plan, program, gaps);
        var contents = new PayloadContents(program, plan.seed());
        watches = new TimeoutWatch(allUsers.users(), plan.timeout().toNanos());
        reserve = new ReservedDescriptors();
        interpreter =
                new ScriptInterpreter(clock, program, allUsers, plan.script().expects(), plan.seed());
        driver = driver(kind, beside, program, contents);
        interpreter.over(driver);
        pacer = new Pacer(core, gaps);
        arrivals = new ArrivalStream(interpreter, plan.arrivals(), plan.seed());
        stages = new SliceStages(plan, clock, gaps, allUsers, driver, pacer, effort);
    }

    private ConnectionDriver driver(GeneratorKind kind, int beside, Program program, PayloadContents contents)
            throws IOException {
        if (kind == GeneratorKind.SELECTOR) {
            return selector(beside, contents, "as asked for");
        }
        User[] users = allUsers.users();
        AddressPairs addresses = AddressPairs.of(plan);
        Optional<String> absence = ChainSupport.absence(plan, program, contents, addresses, users.length + beside);
        if (absence.isEmpty()) {
            return new ChainConnections(
                    clock, contents, interpreter, users, watches, reserve, addresses, program, this::noticed);
        }
        if (kind == GeneratorKind.URING) {
            throw new BadPlanException(absence.get() + ". Take the generator selector");
        }
        return selector(beside, contents, absence.get());
    }

    private ConnectionDriver selector(int beside, PayloadContents contents, String reason) throws IOException {
        User[] users = allUsers.users();
        var sources = SourceAddresses.of(plan, allUsers.churns(), users.length + beside);
        String description = GeneratorKind.SELECTOR + " (" + reason + ")";
        return new SelectorConnections(
                clock, contents, interpreter, users, watches, reserve, sources, this::noticed, description);
    }

    // ---- connecting

    /** Opens the persistent connections; those that take too long continue to connect during the slices. */
    public void connect(GeneratorListener told) throws IOException, InterruptedException {
        told.connecting();
        clock.go();
        long begin = clock.now();
        for (User user : allUsers.users()) {
            user.base = begin;
        }
        for (User user : allUsers.coming()) {
            interpreter.advance(user);
        }
        int standing = allUsers.standing().length;
        long patience = begin + standing * CONNECT_GAP + Math.max(plan.timeout().toNanos(), LEAST_PATIENCE);
        int asked = 0;
        while (standing > 0 && interpreter.ready() < standing + allUsers.coming().length) {
            long now = clock.now();
            if (patience - now <= 0) {
                break;
            }
            long before = done();
            while (asked < standing && begin + asked * CONNECT_GAP - now <= 0) {
                interpreter.advance(allUsers.standing()[asked++]);
            }
            interpreter.due(now);
            driver.due(now);
            driver.poll();
            if (done() == before) {
                long next = asked < standing ? begin + asked * CONNECT_GAP : patience;
                driver.await(driver.nextDue(interpreter.nextDue(next)) - now);
            }
            stopIfInterrupted();
        }
        clock.stand(clock.now());
        stages.halt();
        // Collect the garbage made so far now, not during a window.
        System.gc();
    }

    public int connections() {
        return driver.traffic().open();
    }

    /** Returns the number of persistent connections asked for. */
    public int asked() {
        return allUsers.standing().length;
    }

    // ---- a slice

    /** Runs a slice until all requests have been answered or abandoned. */
    public LoadReport slice(SlicePlan slice, Optional<SynchronizedStart> together, GeneratorListener listener)
            throws IOException, InterruptedException {
        if (!stages.in(SliceStage.HALTED)) {
            throw new IllegalStateException("the slice before this one was broken off");
        }
        arrivals.prepare(slice.arrivals(plan.arrivals()), slice.seed());
        gaps.clear();
        allUsers.record(Recorder::clear);
        // Events since the last slice, mainly connections that the peer has closed.
        driver.poll();
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

    private void begin(SlicePlan slice, Optional<SynchronizedStart> together, GeneratorListener listener)
            throws InterruptedException {
        // Exactly where the clock stopped, to the nanosecond: no time is lost between two slices.
        long now = clock.now();
        missed = together.isPresent() ? together.get().await() : 0;
        clock.go(missed);
        Timeline time = Timeline.of(slice, now);
        lastEvent = now;
        if (ran) {
            allUsers.record(recorder -> recorder.floor(now));
            interpreter.resume(time.ends(), time.opens());
        } else {
            interpreter.begin(now, time.ends());
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
            driver.poll();
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

    /**
     * Returns whether no arrival is overdue and no pause that ended in the gap is left. Answers that arrived in the gap have been read, since the round
     * polled once.
     */
    private boolean isCaughtUp(long now) {
        return !arrivals.isOverdue(now) && interpreter.nextDue(now) - gaps.end() >= 0;
    }

    /** Returns a number that increases with everything that is done. */
    private long done() {
        return events + interpreter.steps() + driver.traffic().done();
    }

    /** Waits; returns the time from which the round counts as work or as spinning. */
    private long rest(long round) throws IOException {
        long now = clock.now();
        long due = nextDue();
        if (!pacer.sleeps(due - now, now - lastEvent, driver.traffic().expecting())) {
            return round;
        }
        woken = 0;
        clock.sleepUntil(due);
        driver.await(pacer.sleepTime(due - now));
        // Events found by the select count as work from the moment of the wake-up.
        long woke = woken == 0 ? clock.now() : woken;
        effort.spun(now - round);
        effort.slept(woke - now);
        return woke;
    }

    /** Called before each event on a connection. */
    private void noticed() {
        long now = clock.now();
        if (woken == 0) {
            woken = now;
        }
        events++;
        if (stages.running() && nextDue() - now <= 0) {
            due(now);
        }
    }

    // ---- what is due

    private long nextDue() {
        return driver.nextDue(interpreter.nextDue(arrivals.nextDue(stages.end())));
    }

    /** Processes everything in the order of its scheduled time, however late it is. */
    private void due(long now) {
        while (stages.running() && stages.end() - now <= 0) {
            arrivals.arrive(stages.end());
            interpreter.due(stages.end());
            turn(now);
        }
        arrivals.arrive(now);
        interpreter.due(now);
        driver.due(now);
        if (stages.in(SliceStage.DRAIN)
                && driver.traffic().inFlight() == 0
                && !interpreter.pending().any()) {
            turn(now);
        }
    }

    private void turn(long now) {
        events++;
        stages.turn(now);
        watches.draining(stages.in(SliceStage.DRAIN));
    }

    // ---- the end of a slice

    private LoadReport report(SlicePlan slice) {
        SliceStages.Window window = stages.window();
        long now = clock.now();
        int waiting = 0;
        for (User user : allUsers.users()) {
            waiting += watches.waitsForItsTurn(user) ? 1 : 0;
            if (user.expecting >= 0 && !user.writtenOff) {
                user.group.recorder().censored(user.intended, now, user.frames);
                driver.traffic().writeOff(user);
            }
        }
        interpreter.pending().giveUp(allUsers.users(), now);
        // The next slice begins where this window ended: the drain does not count as the users' time.
        clock.stand(stages.windowEnd());
        for (User user : allUsers.users()) {
            user.endsSlice(stages.windowEnd());
        }
        LoadReport report = ValidityGates.report(
                plan,
                slice,
                missed,
                allUsers.script().recorder(),
                allUsers.background(),
                window.length(),
                window.connections(),
                waiting,
                window.effort().withPorts(PortUse.describe()));
        allUsers.record(recorder -> recorder.errors().clear());
        // Decided before the next slice, so that it does not depend on what is measured there.
        gaps.neglect(
                (long) (FitnessLimits.GAP_SHARE * allUsers.script().recorder().median()));
        return report;
    }

    private static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the run was interrupted");
        }
    }

    @Override
    public void close() {
        for (User user : allUsers.users()) {
            driver.drop(user);
        }
        try {
            driver.close();
            reserve.close();
        } catch (IOException e) {
            throw new GeneratorException("the generator's connections did not close: " + e.getMessage(), e);
        }
    }
}
