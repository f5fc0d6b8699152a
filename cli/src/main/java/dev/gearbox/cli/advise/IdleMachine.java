package dev.gearbox.cli.advise;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;

/** Waits until hardly any process wants to run: what was busy a moment ago, such as a build, makes a calibration wrong for a while. */
final class IdleMachine {
    /** Processes that want to run, on average over a minute. */
    private static final double BUSY = 0.5;

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final DoubleSupplier load;
    private final Pause pause;

    /** How to let time pass between two looks. */
    interface Pause {
        void between(Duration time) throws InterruptedException;
    }

    IdleMachine() {
        this(ManagementFactory.getOperatingSystemMXBean()::getSystemLoadAverage, Thread::sleep);
    }

    /**
     * For tests.
     *
     * @param load the load average; negative where the system has none, which counts as idle
     */
    IdleMachine(DoubleSupplier load, Pause pause) {
        this.load = load;
        this.pause = pause;
    }

    /** Returns whether so many processes want to run that delays are too long. */
    static boolean busy(double load) {
        return load > BUSY;
    }

    /**
     * Waits.
     *
     * @param patience for how long at most
     * @param waiting is given the load average before each pause
     * @return the load average at the end
     */
    double await(Duration patience, DoubleConsumer waiting) throws InterruptedException {
        double now = load.getAsDouble();
        for (Duration left = patience; busy(now) && left.isPositive(); left = left.minus(LOOK)) {
            waiting.accept(now);
            pause.between(LOOK);
            now = load.getAsDouble();
        }
        return now;
    }
}
