package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.studies.pageindexer.fetch.FetchFailures;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Enforces deadlines, for clients whose timeouts apply only between bytes: a server that sends one byte per second never triggers those. */
final class Deadlines implements AutoCloseable {
    private final ScheduledThreadPoolExecutor timer;
    private final Duration whole;

    Deadlines(Duration whole) {
        this.whole = whole;
        timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("pages-deadlines").factory());
        timer.setRemoveOnCancelPolicy(true);
    }

    /**
     * Notifies the handler that the response is late and then abandons the fetch, unless cancelled before.
     *
     * @return the future to cancel when the response has arrived
     */
    Future<?> watch(OneShotHandler handler, Runnable giveUp) {
        return timer.schedule(
                () -> {
                    handler.failed(FetchFailures.late(whole));
                    giveUp.run();
                },
                whole.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
