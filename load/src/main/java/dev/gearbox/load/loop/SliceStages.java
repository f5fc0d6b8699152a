package dev.gearbox.load.loop;

import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.report.Gaps;
import dev.gearbox.load.report.LoadReport;
import dev.gearbox.load.report.Recorder;
import dev.gearbox.load.schedule.Timeline;
import dev.gearbox.load.schedule.Timeline.SliceStage;
import org.jspecify.annotations.Nullable;

/** The current stage of a slice, and the actions at the beginning of each stage of its {@link Timeline}: what to record, report and read. */
final class SliceStages {
    private static final long SECOND = 1_000_000_000;

    private final LoadPlan plan;
    private final LoadClock clock;
    private final Gaps gaps;
    private final Users allUsers;
    private final ConnectionDriver driver;
    private final Pacer pacer;
    private final LoopUsage effort;

    private Timeline time = new Timeline(0, 0, 0);
    private GeneratorListener listener = GeneratorListener.NONE;
    private SliceStage stage = SliceStage.CONNECTING;
    private long end;
    private long nextProgress;
    private @Nullable Window window;

    /** What is known about the window at its end; its length in nanoseconds. */
    record Window(long length, int connections, LoadReport.GeneratorUsage effort) {}

    SliceStages(
            LoadPlan plan,
            LoadClock clock,
            Gaps gaps,
            Users allUsers,
            ConnectionDriver driver,
            Pacer pacer,
            LoopUsage effort) {
        this.plan = plan;
        this.clock = clock;
        this.gaps = gaps;
        this.allUsers = allUsers;
        this.driver = driver;
        this.pacer = pacer;
        this.effort = effort;
    }

    boolean in(SliceStage asked) {
        return stage == asked;
    }

    /** Returns whether a slice is running. */
    boolean running() {
        return stage != SliceStage.CONNECTING && stage != SliceStage.HALTED;
    }

    /** Returns when this stage ends. */
    long end() {
        return end;
    }

    /** Called when no slice is running any more. */
    void halt() {
        stage = SliceStage.HALTED;
    }

    void begin(Timeline slice, GeneratorListener told) {
        time = slice;
        listener = told;
        window = null;
        boolean leads = slice.opens() - slice.begin() > 0;
        enter(leads ? SliceStage.MASKED_REHEARSAL : SliceStage.SETTLING, slice.begin());
    }

    /** Ends the stage and begins the next one. */
    void turn(long now) {
        enter(stage.next(), now);
    }

    private void enter(SliceStage next, long now) {
        stage = next;
        switch (next) {
            case MASKED_REHEARSAL -> {
                dryRun();
                gaps.dryRun(now);
            }
            case UNRECORDED -> {
                gaps.endDryRun();
                allUsers.record(Recorder::clear);
            }
            case DRY_RUN -> dryRun();
            case SETTLING -> {
                gaps.forget();
                allUsers.record(recorder -> {
                    recorder.clear();
                    recorder.window(time.opens(), time.ends());
                });
            }
            case ANNOUNCED -> {
                tell(listener::measuring);
                effort.read();
            }
            case WINDOW -> open();
            case DRAIN -> {
                close();
                tell(listener::measured);
                long grace = Timeline.grace(
                        allUsers.script().recorder().response99(),
                        plan.timeout().toNanos());
                end = clock.now() + grace;
            }
            case CONNECTING, HALTED -> {}
        }
        if (next != SliceStage.DRAIN && next != SliceStage.HALTED) {
            end = time.endOf(next);
        }
    }

    private void dryRun() {
        long until = time.endOf(stage);
        allUsers.record(recorder -> {
            recorder.window(time.begin(), until);
            recorder.open();
        });
    }

    /** Notifying the listener counts as a gap, however short, so that it does not add to the response times of requests answered meanwhile. */
    private void tell(Runnable what) {
        long before = clock.now();
        what.run();
        gaps.lost(before, clock.now());
    }

    private void open() {
        allUsers.record(recorder -> {
            recorder.open();
            recorder.errors().open();
        });
        nextProgress = time.opens() + SECOND;
        gaps.count(time.opens());
        effort.reset();
    }

    private void close() {
        allUsers.record(Recorder::close);
        // Count from when the window was meant to open: if the loop was late, it has read by now what arrived in
        // between.
        long length = clock.now() - time.opens();
        window = new Window(length, driver.traffic().open(), effort.report(length, gaps, pacer.describe(), driver));
    }

    /** Reports the progress once a second. */
    void progress(long now) {
        if (stage == SliceStage.WINDOW && now - nextProgress >= 0) {
            nextProgress += SECOND;
            listener.progress(allUsers.script().recorder().answeredInWindow(), allUsers.errors());
        }
    }

    /** Returns the measured window. */
    Window window() {
        if (window == null) {
            throw new IllegalStateException("no window was measured");
        }
        return window;
    }

    /** Returns when the window ended. */
    long windowEnd() {
        return time.ends();
    }
}
