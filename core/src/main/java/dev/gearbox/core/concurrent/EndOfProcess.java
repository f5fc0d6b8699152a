package dev.gearbox.core.concurrent;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is done when the process is asked to end: by SIGTERM, SIGINT or {@link System#exit}. The actions run at the same time, so that the slowest decides how
 * long the end takes; one hook of the JVM, registered with the first action, waits for all. From any thread.
 */
public final class EndOfProcess {
    private static final Map<Object, Runnable> ACTIONS = new ConcurrentHashMap<>();
    /** Guarded by the class's lock. */
    private static @Nullable Thread hook;

    private EndOfProcess() {}

    /**
     * Performs {@code action} at the end, in the place of an earlier action of this owner.
     *
     * @throws IllegalStateException if the process is already ending
     */
    public static synchronized void perform(Object owner, Runnable action) {
        if (hook == null) {
            Thread first = Thread.ofPlatform().name("gearbox-end").unstarted(EndOfProcess::end);
            Runtime.getRuntime().addShutdownHook(first);
            hook = first;
        }
        ACTIONS.put(owner, action);
    }

    /** The owner's action is not needed any more. */
    public static void forget(Object owner) {
        ACTIONS.remove(owner);
    }

    private static void end() {
        List<Thread> threads = ACTIONS.values().stream()
                .map(action -> Thread.ofPlatform().name("gearbox-end").start(action))
                .toList();
        try {
            for (Thread each : threads) {
                each.join();
            }
        } catch (InterruptedException hurry) {
            threads.forEach(Thread::interrupt);
        }
    }
}
