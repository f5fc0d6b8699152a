package dev.gearbox.studies.fanoutgateway.events;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Executors: each event is a task in the bounded queue of a {@link ThreadPoolExecutor}, whose threads are the consumers. For delivery to all, each consumer
 * is an executor of its own with one thread. Two rows, which differ in the queue: an array behind one lock, or linked nodes behind one lock for each end.
 *
 * <pre>
 *   producer             |task| -- lock: put, wake --&gt; [ | | | ]
 *   consumer, any free              lock: take, or wait &lt;-- |   |handles|
 * </pre>
 *
 * <p>Card: a task is allocated for each event, and with the linked queue a node. While the queue is full, the producer waits for a slot: the executor rejects
 * the task, and the handler of rejections puts it. A consumer that finds nothing waits on the condition of the lock, and each task wakes one. Experts
 * object that an executor is made for tasks that are longer than its hand-over.
 */
final class ExecutorEvents implements EventPipeline {
    private final ConsumerThreads threads = new ConsumerThreads();
    private final List<ThreadPoolExecutor> pools;
    private final int each;

    /** @param queues makes one with so many slots */
    ExecutorEvents(PipelineShape shape, IntFunction<BlockingQueue<Runnable>> queues) {
        each = shape.consumers() / shape.queues();
        pools = Stream.generate(() -> pool(shape, queues.apply(shape.slots())))
                .limit(shape.queues())
                .toList();
    }

    private ThreadPoolExecutor pool(PipelineShape shape, BlockingQueue<Runnable> queue) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                each,
                each,
                0,
                TimeUnit.SECONDS,
                queue,
                worker -> threads.add(new Consumer(worker, new EventDigest(shape.mixes()))),
                ExecutorEvents::waitForSlot);
        pool.prestartAllCoreThreads();
        return pool;
    }

    /** A thread that has a digest. */
    private static final class Consumer extends Thread {
        private final EventDigest digest;

        Consumer(Runnable worker, EventDigest digest) {
            super(worker);
            this.digest = digest;
        }

        static EventDigest current() {
            return ((Consumer) Thread.currentThread()).digest;
        }
    }

    private record Event(long number) implements Runnable {
        @Override
        public void run() {
            Consumer.current().handle(number);
        }
    }

    private static void waitForSlot(Runnable task, ThreadPoolExecutor pool) {
        try {
            pool.getQueue().put(task);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RejectedExecutionException("interrupted while the queue was full", interrupted);
        }
    }

    @Override
    public void publish(long number) {
        Event event = new Event(number);
        for (ThreadPoolExecutor pool : pools) {
            pool.execute(event);
        }
    }

    @Override
    public void end(Round round) {
        for (ThreadPoolExecutor pool : pools) {
            for (int consumer = 0; consumer < each; consumer++) {
                pool.execute(() -> round.arriveAndWait(Consumer.current()));
            }
        }
    }

    @Override
    public void close() {
        pools.forEach(ThreadPoolExecutor::shutdownNow);
        threads.join();
    }
}
