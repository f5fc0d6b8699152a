package dev.gearbox.studies.pageindexer.index;

import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import dev.gearbox.studies.pageindexer.fetch.FetchOutcome;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Converts the result of one fetch to an outcome, on the client's thread; a page is parsed there, and is in the index before its outcome is reported. A
 * page that cannot be parsed is a failure; an index that cannot be written ends the crawl.
 */
public final class IndexingHandler implements PageHandler {
    private static final Set<Integer> MOVED = Set.of(301, 302, 303, 307, 308);
    private static final Set<Integer> MAY_PASS = Set.of(429, 500, 502, 503, 504);
    private static final Set<Kind> TRANSIENT = Set.of(Kind.CONNECT, Kind.RESET, Kind.TIMEOUT, Kind.TRUNCATED);

    private final PageIndex index;
    private final boolean robots;
    private final Consumer<FetchOutcome> told;

    /**
     * Creates a handler for one fetch.
     *
     * @param robots whether it is a fetch of robots.txt, which is not indexed
     */
    public IndexingHandler(PageIndex index, boolean robots, Consumer<FetchOutcome> told) {
        this.index = index;
        this.robots = robots;
        this.told = told;
    }

    @Override
    public void fetched(FetchedPage page) {
        FetchOutcome outcome;
        try {
            outcome = outcome(page);
        } catch (IndexerException broken) {
            outcome = new FetchOutcome.Broken(broken);
        } catch (RuntimeException | StackOverflowError unreadable) {
            outcome = FetchOutcome.Failed.forGood(Kind.OTHER, "the page cannot be read: " + unreadable);
        } catch (Error defect) {
            outcome = new FetchOutcome.Broken(defect);
        }
        told.accept(outcome);
    }

    private FetchOutcome outcome(FetchedPage page) {
        if (MOVED.contains(page.status()) && page.location() != null) {
            return new FetchOutcome.Moved(page.location());
        }
        boolean mayPass = MAY_PASS.contains(page.status());
        if (robots && !mayPass) {
            return new FetchOutcome.Robots(page);
        }
        if (page.isPage()) {
            index.add(PageText.of(page));
            return new FetchOutcome.Indexed(page.body().length);
        }
        FetchFailure failure = new FetchFailure(Kind.STATUS, "status " + page.status());
        return new FetchOutcome.Failed(failure, mayPass, page.retryAfter());
    }

    @Override
    public void failed(FetchFailure failure) {
        told.accept(new FetchOutcome.Failed(failure, TRANSIENT.contains(failure.kind()), null));
    }
}
