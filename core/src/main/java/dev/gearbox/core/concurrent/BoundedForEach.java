package dev.gearbox.core.concurrent;

import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Runs an asynchronous action for each item, with bounded concurrency: the loops that run it have other work in between. */
public final class BoundedForEach<T> {
    private static final int AT_ONCE = 32;

    private final Iterator<T> items;
    private final Function<T, CompletionStage<?>> action;
    private final AtomicInteger rows = new AtomicInteger(AT_ONCE);
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private BoundedForEach(Iterator<T> items, Function<T, CompletionStage<?>> action) {
        this.items = items;
        this.action = action;
    }

    /** Returns a future that completes when {@code action} has completed for all of {@code items}, normally or exceptionally. */
    public static <T> CompletionStage<Void> each(Iterable<T> items, Function<T, CompletionStage<?>> action) {
        BoundedForEach<T> throttle = new BoundedForEach<>(items.iterator(), action);
        for (int row = 0; row < AT_ONCE; row++) {
            throttle.proceed();
        }
        return throttle.done;
    }

    /** Starts the next actions. Those that complete at once are handled in a loop, since a thousand of them would otherwise nest a thousand calls. */
    private void proceed() {
        while (true) {
            T item;
            synchronized (items) {
                if (!items.hasNext()) {
                    break;
                }
                item = items.next();
            }
            CompletionStage<?> taken = action.apply(item);
            if (!taken.toCompletableFuture().isDone()) {
                taken.whenComplete((result, failure) -> proceed());
                return;
            }
        }
        if (rows.decrementAndGet() == 0) {
            done.complete(null);
        }
    }
}
