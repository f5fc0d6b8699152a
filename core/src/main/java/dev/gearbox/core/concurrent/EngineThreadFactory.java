package dev.gearbox.core.concurrent;

import java.util.concurrent.ThreadFactory;

/** Creates an engine's threads and recognises them. For authors of engines. */
public final class EngineThreadFactory implements ThreadFactory {
    private final ThreadFactory factory;
    private final ThreadLocal<Boolean> ours = new ThreadLocal<>();

    /** @param factory creates the threads */
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

    /** Returns whether the current thread is one of them. */
    public boolean isCurrent() {
        return ours.get() != null;
    }
}
