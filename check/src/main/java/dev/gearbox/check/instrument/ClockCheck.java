package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * IT-1: all times are differences of one clock, which must never go back. Whether the clock is fast enough depends on the machine and is a check of
 * its own.
 */
public record ClockCheck(LongSupplier clock) implements Check {
    private static final int READS = 5_000_000;

    @Override
    public String id() {
        return "IT-1";
    }

    @Override
    public String title() {
        return "the clock never goes back";
    }

    @Override
    public String mark() {
        return "0 of 5,000,000 reads";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        int backwards = 0;
        long last = clock.getAsLong();
        for (int i = 0; i < READS; i++) {
            long now = clock.getAsLong();
            backwards += now - last < 0 ? 1 : 0;
            last = now;
        }
        return new Tally()
                .need(backwards == 0, "%,d backward steps in %,d reads", backwards, READS)
                .outcome();
    }

    /** The other half: the clock source and the cost of a read, which depend only on the machine. */
    public record Source(Path file) implements Check {
        public static final Path LINUX = Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

        /** Clock sources that are read in user space, without a system call. */
        private static final Set<String> FAST =
                Set.of("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page");

        private static final double MOST_NANOS = 100;
        private static final int BATCH = 20_000;
        private static final int BATCHES = 200;

        @Override
        public String id() {
            return "IT-1";
        }

        @Override
        public String title() {
            return "the clock is fast";
        }

        @Override
        public String mark() {
            return "read in user space, below 100 ns";
        }

        @Override
        public Cost cost() {
            return Cost.NORMAL;
        }

        @Override
        public CheckOutcome run(Context context) throws IOException {
            if (!Files.isReadable(file)) {
                return CheckOutcome.notHere("the kernel does not expose its clock source");
            }
            return judge(Files.readString(file).strip(), nanosPerRead());
        }

        public static CheckOutcome judge(String source, double nanos) {
            return new Tally()
                    .need(FAST.contains(source), "%s", source)
                    .need(nanos < MOST_NANOS, "%.0f ns", nanos)
                    .outcome();
        }

        /** Returns the best of many batches: other programs can only make a read look slower. */
        private static double nanosPerRead() {
            double best = Double.POSITIVE_INFINITY;
            for (int batch = 0; batch < BATCHES; batch++) {
                long begin = System.nanoTime();
                long end = begin;
                for (int i = 0; i < BATCH; i++) {
                    end = System.nanoTime();
                }
                best = Math.min(best, (end - begin) / (double) BATCH);
            }
            return best;
        }
    }
}
