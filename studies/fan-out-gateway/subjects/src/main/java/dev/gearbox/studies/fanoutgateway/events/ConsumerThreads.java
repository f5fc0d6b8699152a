package dev.gearbox.studies.fanoutgateway.events;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** The platform threads of consumers, which end before the next row of the table is measured. */
final class ConsumerThreads implements ThreadFactory {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<Thread> threads = new ArrayList<>();

    @Override
    public synchronized Thread newThread(Runnable task) {
        return add(new Thread(task));
    }

    /** Takes in a thread that is not started yet. */
    synchronized <T extends Thread> T add(T thread) {
        thread.setName("consumer-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }

    private synchronized List<Thread> started() {
        return List.copyOf(threads);
    }

    /** Interrupts those that wait for something else than an event. */
    void interrupt() {
        started().forEach(Thread::interrupt);
    }

    /** Waits for the end of all. An interrupted caller does not wait. */
    void join() {
        try {
            for (Thread thread : started()) {
                thread.join(PATIENCE);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
