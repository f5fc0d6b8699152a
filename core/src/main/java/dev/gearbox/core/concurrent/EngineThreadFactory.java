package dev.gearbox.core.concurrent;

import java.util.concurrent.ThreadFactory;

/** Makes an engine's threads, and knows them again. For those who write engines. */
public final class EngineThreadFactory implements ThreadFactory {
    private final ThreadFactory factory;
    private final ThreadLocal<Boolean> ours = new ThreadLocal<>();

    /**
     * @param factory that really makes them
     */
    public EngineThreadFactory(ThreadFactory factory) {
        this.factory = factory;
    }

    @Override
    public Thread newThread(Runnable life) {
        return factory.newThread(() -> {
            ours.set(true);
            life.run();
        });
    }

    /** Whether the current thread is one of them. */
    public boolean isCurrent() {
        return ours.get() != null;
    }
}
