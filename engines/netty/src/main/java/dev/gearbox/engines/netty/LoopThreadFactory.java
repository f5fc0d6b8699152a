package dev.gearbox.engines.netty;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates the threads of event loops, named like those of the other engines, and waits for their end: Netty reports only that a loop is done. */
final class LoopThreadFactory extends DefaultThreadFactory {
    private final String name;
    private final AtomicInteger count = new AtomicInteger();
    private final Queue<Thread> made = new ConcurrentLinkedQueue<>();

    LoopThreadFactory(String name) {
        super(name, true);
        this.name = name;
    }

    @Override
    protected Thread newThread(Runnable loop, String nettysName) {
        Thread thread = new FastThreadLocalThread(threadGroup, loop, name + "-" + count.incrementAndGet());
        made.add(thread);
        return thread;
    }

    void join() {
        boolean interrupted = false;
        for (Thread thread : made) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
