package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** What it costs to give work to another thread: processor time of both threads, in seconds. */
final class ThreadCosts {
    private static final int HAND_OVERS = 500;
    private static final int STARTS = 50;
    private static final double NANOS = 1e9;

    private ThreadCosts() {}

    /** One thread unparks the other and parks itself. */
    static Range threadSwitch(Duration time) throws Exception {
        return ThreadPlace.both(place -> threadSwitch(time.dividedBy(2), place));
    }

    private static Range threadSwitch(Duration time, ThreadPlace place) throws Exception {
        Thread here = Thread.currentThread();
        AtomicBoolean theirs = new AtomicBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        place.enter();
        Thread other = Thread.ofPlatform().daemon().start(() -> {
            Affinity.server();
            while (!ended.get()) {
                while (!theirs.get() && !ended.get()) {
                    LockSupport.park();
                }
                theirs.set(false);
                LockSupport.unpark(here);
            }
        });
        try {
            return CostSample.range(CostSample.of(
                    time,
                    () -> perHandOver(other, () -> {
                        theirs.set(true);
                        LockSupport.unpark(other);
                        while (theirs.get()) {
                            LockSupport.park();
                            if (Thread.interrupted()) {
                                throw new InterruptedException();
                            }
                        }
                    })));
        } finally {
            ended.set(true);
            LockSupport.unpark(other);
            other.join();
        }
    }

    /** A task goes through the queue of a pool with one idle thread, and back through another queue. */
    static Range handOver(Duration time) throws Exception {
        return ThreadPlace.both(place -> handOver(time.dividedBy(2), place));
    }

    private static Range handOver(Duration time, ThreadPlace place) throws Exception {
        LinkedBlockingQueue<Boolean> there = new LinkedBlockingQueue<>();
        LinkedBlockingQueue<Boolean> back = new LinkedBlockingQueue<>();
        place.enter();
        Thread other = Thread.ofPlatform().daemon().start(() -> {
            Affinity.server();
            try {
                while (there.take()) {
                    back.add(true);
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            return CostSample.range(CostSample.of(
                    time,
                    () -> perHandOver(other, () -> {
                        there.add(true);
                        var _ = back.take();
                    })));
        } finally {
            there.add(false);
            other.join();
        }
    }

    private interface Exchange {
        void run() throws InterruptedException;
    }

    /** Returns the processor time for one of the two directions of an exchange. */
    private static double perHandOver(Thread other, Exchange exchange) throws InterruptedException {
        long before = Clocks.mine() + Clocks.of(other);
        for (int i = 0; i < HAND_OVERS; i++) {
            exchange.run();
        }
        return (Clocks.mine() + Clocks.of(other) - before) / NANOS / HAND_OVERS / 2;
    }

    /** A platform thread that ends at once; without what the kernel does after its end. */
    static Range creation(Duration time) throws Exception {
        return CostSample.range(CostSample.of(time, () -> {
            AtomicLong theirs = new AtomicLong();
            long before = Clocks.mine();
            for (int i = 0; i < STARTS; i++) {
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> theirs.addAndGet(Clocks.mine()))
                        .join();
            }
            return (Clocks.mine() - before + theirs.get()) / NANOS / STARTS;
        }));
    }
}
