package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What a quiet connection holds: heap of its objects, and the stack of a thread that waits. In bytes; without the kernel's memory. */
final class MemoryCosts {
    private static final int REPEATS = 5;
    private static final int CONNECTIONS = 200;
    private static final int THREADS = 300;
    private static final int VIRTUAL_THREADS = 3000;
    private static final int BUFFER = 4096;

    private MemoryCosts() {}

    private interface Loop {
        double bytes() throws Exception;
    }

    /** The smallest, the median and the largest. The first time loads classes, and does not count. */
    private static Range repeated(Loop loop) throws Exception {
        var _ = loop.bytes();
        double[] bytes = new double[REPEATS];
        for (int i = 0; i < REPEATS; i++) {
            bytes[i] = loop.bytes();
        }
        return Sample.range(bytes);
    }

    static Range connection() throws Exception {
        return repeated(() -> {
            long before = Clocks.heap();
            try (SocketPairs pairs = new SocketPairs(CONNECTIONS, false);
                    Selector selector = Selector.open()) {
                for (SocketPairs.Pair pair : pairs.all()) {
                    var _ = pair.client().register(selector, SelectionKey.OP_READ);
                    var _ = pair.server().register(selector, SelectionKey.OP_READ);
                }
                var _ = selector.selectNow();
                return (double) (Clocks.heap() - before) / CONNECTIONS / 2;
            }
        });
    }

    static Range platformThread() throws Exception {
        return repeated(() -> waiting(Thread.ofPlatform().daemon(), THREADS, Clocks::resident));
    }

    static Range virtualThread() throws Exception {
        return repeated(() -> waiting(Thread.ofVirtual(), VIRTUAL_THREADS, Clocks::heap));
    }

    private interface Meter {
        long bytes() throws Exception;
    }

    private static double waiting(Thread.Builder builder, int count, Meter meter) throws Exception {
        CountDownLatch begun = new CountDownLatch(count);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>(count);
        long before = meter.bytes();
        for (int i = 0; i < count; i++) {
            threads.add(builder.start(() -> waitWithBuffer(begun, end)));
        }
        begun.await();
        double held = (double) (meter.bytes() - before) / count;
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        return held;
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
