package dev.gearbox.studies.pageindexer.fetch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A handler that records its notifications and their number. */
final class RecordingHandler implements PageHandler {
    private final CompletableFuture<Object> first = new CompletableFuture<>();
    private final AtomicInteger times = new AtomicInteger();

    @Override
    public void fetched(FetchedPage page) {
        times.incrementAndGet();
        first.complete(page);
    }

    @Override
    public void failed(FetchFailure failure) {
        times.incrementAndGet();
        first.complete(failure);
    }

    int times() {
        return times.get();
    }

    FetchedPage page() throws Exception {
        if (await() instanceof FetchedPage page) {
            return page;
        }
        throw somethingElse();
    }

    FetchFailure failure() throws Exception {
        if (await() instanceof FetchFailure failure) {
            return failure;
        }
        throw somethingElse();
    }

    private Object await() throws Exception {
        try {
            return first.get(600, TimeUnit.SECONDS);
        } catch (TimeoutException never) {
            throw new AssertionError("the handler was never notified", never);
        }
    }

    private AssertionError somethingElse() {
        return new AssertionError("unexpected notification: " + first.join());
    }
}
