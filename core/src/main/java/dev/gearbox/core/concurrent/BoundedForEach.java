package dev.gearbox.core.concurrent;

import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Does something that takes its time with each of many, with so many at once: the loops that do it have other things to do in between. */
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

    /** Completes when {@code action} has been taken on all of {@code items} and has completed, whether well or not. */
    public static <T> CompletionStage<Void> each(Iterable<T> items, Function<T, CompletionStage<?>> action) {
        BoundedForEach<T> throttle = new BoundedForEach<>(items.iterator(), action);
        for (int row = 0; row < AT_ONCE; row++) {
            throttle.proceed();
        }
        return throttle.done;
    }

    /** One after the other, as long as there are any: those that complete at once in a loop, or a thousand would be a thousand calls deep. */
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
