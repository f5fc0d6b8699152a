package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.studies.pageindexer.fetch.FetchFailures;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Ends what takes too long, for clients that know time-outs between bytes only: a server that sends a byte a second never meets those. */
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
     * Tells the handler that the answer is late and then gives the fetch up, unless it is called off before.
     *
     * @return to be cancelled when the answer is there
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
