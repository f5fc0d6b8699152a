package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * What a quiet connection holds: heap of its objects, and the stack of a thread that waits. In bytes; without the kernel's memory. Everything is kept until the end: what was
 * given back lately would be counted.
 */
final class MemoryCosts {
    private static final int STEPS = 6;
    private static final int PAIRS = 80;
    private static final int THREADS = 100;
    private static final int VIRTUAL_THREADS = 1000;
    private static final int BUFFER = 4096;

    private MemoryCosts() {}

    private interface Meter {
        long bytes() throws Exception;
    }

    private interface GrowthStep {
        void add() throws Exception;
    }

    /** The growth per item of each step but the first, which loads classes. */
    private static Range growth(Meter meter, int items, GrowthStep step) throws Exception {
        step.add();
        double[] grown = new double[STEPS - 1];
        long before = meter.bytes();
        for (int i = 0; i < grown.length; i++) {
            step.add();
            long now = meter.bytes();
            grown[i] = (double) (now - before) / items;
            before = now;
        }
        return CostSample.range(grown);
    }

    static Range connection() throws Exception {
        List<SocketPairs> kept = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            return growth(Clocks::heap, 2 * PAIRS, () -> {
                SocketPairs pairs = new SocketPairs(PAIRS, false, false);
                kept.add(pairs);
                for (SocketPairs.Pair pair : pairs.all()) {
                    var _ = pair.client().register(selector, SelectionKey.OP_READ);
                    var _ = pair.server().register(selector, SelectionKey.OP_READ);
                }
                var _ = selector.selectNow();
            });
        } finally {
            for (SocketPairs pairs : kept) {
                pairs.close();
            }
        }
    }

    static Range platformThread() throws Exception {
        return waiting(Thread.ofPlatform().daemon(), THREADS, () -> {
            // So that the objects of the next threads use pages that are resident already: only stacks are counted, and
            // what is kept.
            var _ = Clocks.heap();
            return Clocks.resident();
        });
    }

    static Range virtualThread() throws Exception {
        return waiting(Thread.ofVirtual(), VIRTUAL_THREADS, Clocks::heap);
    }

    private static Range waiting(Thread.Builder builder, int count, Meter meter) throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        try {
            return growth(meter, count, () -> {
                CountDownLatch begun = new CountDownLatch(count);
                for (int i = 0; i < count; i++) {
                    threads.add(builder.start(() -> waitWithBuffer(begun, end)));
                }
                begun.await();
            });
        } finally {
            end.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void waitWithBuffer(CountDownLatch begun, CountDownLatch end) {
        byte[] buffer = new byte[BUFFER];
        begun.countDown();
        try {
            end.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        // Used after the wait, so that it is held during the wait.
        buffer[0]++;
    }
}
