package dev.gearbox.load.loop;

import dev.gearbox.load.report.Gaps;
import dev.gearbox.load.report.LoadReport;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Accounts for the loop's time: rounds that did something, rounds that only polled, and sleep; and what the JVM did meanwhile. */
final class LoopUsage {
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final @Nullable CompilationMXBean compiler = compiler();
    private long work;
    private long spin;
    private long asleep;
    private long collectionsBefore;
    private long compiledBefore;

    private static @Nullable CompilationMXBean compiler() {
        CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
        return bean != null && bean.isCompilationTimeMonitoringSupported() ? bean : null;
    }

    /** Reads the JVM's counters; called shortly before {@link #reset}, because reading them takes some time. */
    void read() {
        collectionsBefore = collections();
        compiledBefore = compiled();
    }

    /** Starts counting. */
    void reset() {
        work = 0;
        spin = 0;
        asleep = 0;
    }

    /** Records a round in which this much was done; zero means that it spun. */
    void round(long nanos, long done) {
        if (done == 0) {
            spin += nanos;
        } else {
            work += nanos;
        }
    }

    void spun(long nanos) {
        spin += nanos;
    }

    void slept(long nanos) {
        asleep += nanos;
    }

    LoadReport.GeneratorUsage report(long window, Gaps gaps, String pacing, ConnectionDriver driver) {
        return new LoadReport.GeneratorUsage(
                (double) work / window,
                (double) spin / window,
                (double) asleep / window,
                collections() - collectionsBefore,
                pacing,
                driver.addresses(),
                (double) gaps.away() / window,
                compiled() - compiledBefore,
                gaps.masking(),
                driver.describe(),
                "");
    }

    private long collections() {
        long sum = 0;
        for (var collector : collectors) {
            sum += Math.max(0, collector.getCollectionCount());
        }
        return sum;
    }

    private long compiled() {
        return compiler == null ? 0 : compiler.getTotalCompilationTime();
    }
}
