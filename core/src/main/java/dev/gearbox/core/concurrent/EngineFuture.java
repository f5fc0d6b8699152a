package dev.gearbox.core.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** A future that an engine's thread completes. Waiting for it, or for a stage that depends on it, on that thread throws instead of deadlocking. */
public final class EngineFuture<T> extends CompletableFuture<T> {
    private final BooleanSupplier hopeless;

    /** @param hopeless returns whether the current thread would wait for itself */
    public EngineFuture(BooleanSupplier hopeless) {
        this.hopeless = hopeless;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new EngineFuture<>(hopeless);
    }

    @Override
    public T join() {
        check();
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        check();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        check();
        return super.get(timeout, unit);
    }

    private void check() {
        if (!isDone() && hopeless.getAsBoolean()) {
            throw new IllegalStateException(
                    "this is waited for on " + Thread.currentThread().getName()
                            + ", a thread of the engine that has to complete it: use thenAccept(...) or whenComplete(...)");
        }
    }
}
