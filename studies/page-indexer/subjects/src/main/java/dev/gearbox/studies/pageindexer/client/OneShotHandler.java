package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import java.util.concurrent.atomic.AtomicBoolean;

/** Notifies a handler exactly once, by the client or by the deadline, whichever is first. */
final class OneShotHandler implements PageHandler {
    private final PageHandler handler;
    private final AtomicBoolean told = new AtomicBoolean();

    OneShotHandler(PageHandler handler) {
        this.handler = handler;
    }

    @Override
    public void fetched(FetchedPage page) {
        if (told.compareAndSet(false, true)) {
            handler.fetched(page);
        }
    }

    @Override
    public void failed(FetchFailure failure) {
        if (told.compareAndSet(false, true)) {
            handler.failed(failure);
        }
    }

    /** Returns whether the handler has been notified. */
    boolean isTold() {
        return told.get();
    }
}
