package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells a handler exactly once, whoever comes first: the client or the deadline. */
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

    /** Whether the handler knows. */
    boolean isTold() {
        return told.get();
    }
}
