package dev.gearbox.files.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs one task on several threads. If one of them fails, or the calling thread is interrupted, all are interrupted, and have ended when the call returns. */
final class CopyThreads {
    /** What each thread runs. */
    interface CopyTask {
        void run() throws InterruptedException;
    }

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

    private CopyThreads() {}

    /**
     * Returns when the task has ended on all threads.
     *
     * @throws CopyException if the task threw it
     * @throws InterruptedException if the calling thread, or one of the threads, was interrupted
     */
    static void run(int count, String name, CopyTask task) throws InterruptedException {
        CopyThreads all = new CopyThreads();
        for (int i = 0; i < count; i++) {
            Thread thread = Thread.ofPlatform().daemon().name(name + "-" + i).unstarted(() -> all.work(task));
            thread.setUncaughtExceptionHandler((_, defect) -> all.failed(defect));
            all.threads.add(thread);
        }
        all.threads.forEach(Thread::start);
        boolean interrupted = all.join();
        switch (all.first.get()) {
            case null -> {
                if (interrupted) {
                    throw stopped();
                }
            }
            case InterruptedException _ -> throw stopped();
            case CopyException refused -> throw refused;
            case Throwable defect -> throw new IllegalStateException("a thread that copies ended", defect);
        }
    }

    private static InterruptedException stopped() {
        return new InterruptedException("interrupted while files were copied");
    }

    private void work(CopyTask task) {
        try {
            task.run();
        } catch (InterruptedException stopped) {
            failed(stopped);
        }
    }

    private void failed(Throwable failure) {
        if (first.compareAndSet(null, failure)) {
            threads.forEach(Thread::interrupt);
        }
    }

    /** Returns whether the calling thread was interrupted. */
    private boolean join() {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException asked) {
                    // The threads complete or remove their current files.
                    interrupted = true;
                    threads.forEach(Thread::interrupt);
                }
            }
        }
        return interrupted;
    }
}
