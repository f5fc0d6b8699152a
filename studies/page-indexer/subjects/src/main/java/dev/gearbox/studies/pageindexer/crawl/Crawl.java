package dev.gearbox.studies.pageindexer.crawl;

import dev.gearbox.studies.pageindexer.crawl.Site.Fetch;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import dev.gearbox.studies.pageindexer.fetch.FetchFailures;
import dev.gearbox.studies.pageindexer.fetch.FetchOutcome;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.LibraryLogs;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import dev.gearbox.studies.pageindexer.fetch.PageWorkers;
import dev.gearbox.studies.pageindexer.index.IndexerException;
import dev.gearbox.studies.pageindexer.index.IndexingHandler;
import dev.gearbox.studies.pageindexer.index.KnownPages;
import dev.gearbox.studies.pageindexer.index.KnownPages.State;
import dev.gearbox.studies.pageindexer.index.PageIndex;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Fetches pages with one client and indexes each once.
 *
 * <pre>
 *   this thread: sites in turn  ── fetch ──▶ client ──▶ its thread, or a worker: work, parse, index
 *        ▲                                                             │
 *        └── outcome: indexed, elsewhere, failed ◀── queue ◀───────────┘
 * </pre>
 *
 * <p>The state of a crawl is confined to the thread that runs it; handlers index pages and enqueue outcomes. So memory is bounded by the concurrent
 * fetches, each with a page of bounded size, and by the addresses ({@link KnownPages}).
 */
public final class Crawl {
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);
    private static final Duration TICK = Duration.ofMillis(200);

    private record Retry(long at, Fetch fetch) {}

    private final CrawlPlan plan;
    private final PageClient client;
    private final PageWorkers workplace;
    private final PageIndex index;
    private final CrawlListener listener;
    private final Predicate<URI> near;
    private final AddressGuard guard;
    private final Semaphore lookups;
    /** Messages from other threads, and their processing on this thread. */
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

    private final Map<String, List<Runnable>> unknown = new HashMap<>();
    private final KnownPages pages;
    private final Map<String, Site> sites = new LinkedHashMap<>();
    private final Deque<Site> turns = new ArrayDeque<>();
    private final PriorityQueue<Retry> retries = new PriorityQueue<>(Comparator.comparingLong(Retry::at));
    private final long begun = System.nanoTime();
    private int active;
    private long known;
    private long failed;
    private long indexed;
    private long redirects;
    private long requests;
    private long repeated;
    private long bytes;
    private long shownAt = begun;

    private Crawl(
            CrawlPlan plan,
            PageClient client,
            PageWorkers workplace,
            PageIndex index,
            CrawlListener listener,
            Predicate<URI> near,
            AddressGuard guard) {
        this.plan = plan;
        this.client = client;
        this.workplace = workplace;
        this.index = index;
        this.listener = listener;
        this.near = near;
        this.guard = guard;
        lookups = new Semaphore(plan.concurrency());
        pages = new KnownPages(index);
    }

    /**
     * Runs a crawl into an index folder; pages in the folder are not fetched again.
     *
     * @param client closed by the caller
     * @param workplace the work on each page before it is indexed, and the threads for both; closed by the caller
     * @throws IndexerException if the folder cannot be used
     * @throws InterruptedException if this thread is interrupted; the fetched pages are kept, and the same crawl continues from there
     */
    public static CrawlReport run(
            CrawlPlan plan, PageClient client, PageWorkers workplace, Path folder, CrawlListener listener)
            throws InterruptedException {
        return run(plan, client, workplace, folder, listener, PageAddress::isNear, Network::of);
    }

    /** The same with another classification of sites that need no politeness, and of addresses. */
    static CrawlReport run(
            CrawlPlan plan,
            PageClient client,
            PageWorkers workplace,
            Path folder,
            CrawlListener listener,
            Predicate<URI> near,
            Function<InetAddress, Network> networks)
            throws InterruptedException {
        LibraryLogs.hush();
        try (PageIndex index = PageIndex.open(folder);
                AddressGuard guard = AddressGuard.begin(networks)) {
            return new Crawl(plan, client, workplace, index, listener, near, guard).run();
        }
    }

    private CrawlReport run() throws InterruptedException {
        for (URI page : plan.pages()) {
            offer(pages.last(page), 0, plan.said());
        }
        while (pages.open() > 0) {
            long now = System.nanoTime();
            while (!retries.isEmpty() && now - retries.peek().at() >= 0) {
                Fetch again = retries.remove().fetch();
                again.site().add(again);
            }
            begin(now);
            Runnable event = events.poll(patience(now), TimeUnit.NANOSECONDS);
            for (; event != null; event = events.poll()) {
                event.run();
            }
            show();
        }
        return report();
    }

    /** Adds a page found on that network, if it is new and may be linked from there. */
    private void offer(URI page, int hops, Network said) {
        if (!pages.open(page)) {
            return;
        }
        known++;
        if (said == Network.THIS_MACHINE || guard.knows(page)) {
            admit(page, hops, said);
            return;
        }
        List<Runnable> waiting = unknown.get(page.getHost());
        if (waiting == null) {
            waiting = new ArrayList<>();
            unknown.put(page.getHost(), waiting);
            look(List.of(page), () -> unknown.remove(page.getHost()).forEach(Runnable::run));
        }
        waiting.add(() -> admit(page, hops, said));
    }

    private void admit(URI page, int hops, Network said) {
        Optional<String> refusal = said == Network.THIS_MACHINE ? Optional.empty() : guard.refusal(page, said);
        if (refusal.isPresent()) {
            failed++;
            pages.end(page, new State.Failed(new FetchFailure(Kind.LOCAL, refusal.get())));
            return;
        }
        Site site = site(page);
        site.add(new Fetch(site, page, 0, hops, false));
    }

    /** Looks up the hosts of some addresses, which may block; then continues on this thread. */
    private void look(List<URI> addresses, Runnable then) {
        if (addresses.stream().allMatch(guard::knows)) {
            events.add(then);
            return;
        }
        Thread.ofVirtual().name("gearbox-lookup").start(() -> {
            lookups.acquireUninterruptibly();
            try {
                addresses.forEach(guard::look);
            } finally {
                lookups.release();
                events.add(then);
            }
        });
    }

    private Site site(URI address) {
        return sites.computeIfAbsent(PageAddress.site(address), _ -> {
            boolean here = near.test(address);
            int limit = plan.perHost() > 0 ? plan.perHost() : here ? Integer.MAX_VALUE : CrawlPlan.PER_STRANGE_HOST;
            Site site = new Site(address, here, limit, System.nanoTime());
            turns.add(site);
            return site;
        });
    }

    /** Begins the fetches that may begin, one of each site in turn. */
    private void begin(long now) {
        int idle = 0;
        while (active < plan.concurrency() && idle < turns.size()) {
            Site site = turns.remove();
            turns.add(site);
            if (site.isReady(now)) {
                idle = 0;
                begin(site, site.begin(now));
            } else {
                idle++;
            }
        }
    }

    private void begin(Site site, Fetch fetch) {
        active++;
        if (!fetch.robots() && !site.allows(fetch.address())) {
            tell(fetch, FetchOutcome.Failed.forGood(Kind.ROBOTS, "disallowed by robots.txt"));
            return;
        }
        requests++;
        PageHandler handler = new IndexingHandler(index, fetch.robots(), outcome -> tell(fetch, outcome));
        try {
            client.fetch(fetch.address(), fetch.robots() ? handler : workplace.before(handler));
        } catch (RuntimeException refused) {
            handler.failed(new FetchFailure(Kind.OTHER, "the client rejects it: " + FetchFailures.text(refused)));
        }
    }

    /** Returns until when to wait for outcomes. */
    private long patience(long now) {
        long until = now + TICK.toNanos();
        if (!retries.isEmpty() && retries.peek().at() - until < 0) {
            until = retries.peek().at();
        }
        if (active < plan.concurrency()) {
            for (Site site : turns) {
                Long at = site.nextAt();
                until = at != null && at - until < 0 ? at : until;
            }
        }
        return Math.max(0, until - now);
    }

    /** Enqueues the outcome of a fetch, from any thread. The host of a redirect is looked up first. */
    private void tell(Fetch fetch, FetchOutcome outcome) {
        List<URI> hosts = outcome instanceof FetchOutcome.Moved(String location)
                ? target(fetch, location)
                        .map(target -> List.of(fetch.address(), target))
                        .orElse(List.of())
                : List.of();
        look(hosts, () -> take(fetch, outcome));
    }

    private void take(Fetch fetch, FetchOutcome outcome) {
        active--;
        fetch.site().ended();
        switch (outcome) {
            case FetchOutcome.Indexed(int size) -> {
                bytes += size;
                indexed++;
                pages.end(fetch.address(), new State.Done(false));
            }
            case FetchOutcome.Robots(FetchedPage page) -> fetch.site().robots(page);
            case FetchOutcome.Moved(String location) -> moved(fetch, location);
            case FetchOutcome.Failed failure -> failed(fetch, failure);
            case FetchOutcome.Broken(IndexerException unusable) -> throw unusable;
            case FetchOutcome.Broken(Throwable defect) ->
                throw new IllegalStateException("indexing " + fetch.address(), defect);
        }
    }

    private static Optional<URI> target(Fetch fetch, String location) {
        try {
            return Optional.of(PageAddress.normal(fetch.address(), location));
        } catch (IllegalArgumentException none) {
            return Optional.empty(); // moved() records the reason
        }
    }

    private void moved(Fetch fetch, String location) {
        URI target;
        try {
            target = PageAddress.normal(fetch.address(), location);
        } catch (IllegalArgumentException wrong) {
            giveUp(
                    fetch,
                    new FetchFailure(Kind.REDIRECTS, "it leads to \"" + location + "\", but " + wrong.getMessage()));
            return;
        }
        Network said = guard.network(fetch.address());
        Optional<String> refusal = guard.refusal(target, said);
        if (fetch.redirects() == KnownPages.MOST_REDIRECTS) {
            giveUp(fetch, new FetchFailure(Kind.REDIRECTS, "more than " + KnownPages.MOST_REDIRECTS + " redirects"));
        } else if (refusal.isPresent()) {
            giveUp(fetch, new FetchFailure(Kind.LOCAL, "it leads to " + refusal.get()));
        } else if (fetch.robots()) {
            fetch.site().add(new Fetch(fetch.site(), target, 0, fetch.redirects() + 1, true));
        } else {
            redirects++;
            index.redirect(fetch.address().toString(), target.toString());
            pages.end(fetch.address(), new State.Elsewhere(target.toString()));
            offer(pages.last(target), fetch.redirects() + 1, said);
        }
    }

    private void failed(Fetch fetch, FetchOutcome.Failed outcome) {
        if (!outcome.mayPass() || fetch.attempt() >= plan.retries()) {
            giveUp(fetch, outcome.failure());
            return;
        }
        RetryAfter asked = RetryAfter.of(outcome.retryAfter());
        if (asked.isTooLong()) {
            giveUp(
                    fetch,
                    new FetchFailure(
                            outcome.failure().kind(),
                            outcome.failure().detail() + ", to retry in "
                                    + asked.pause().toSeconds() + " s"));
            return;
        }
        long now = System.nanoTime();
        if (asked.isAsked()) {
            fetch.site().pauseUntil(now + asked.pause().toNanos());
        }
        repeated++;
        retries.add(new Retry(now + Math.max(asked.pause().toNanos(), backoff(fetch.attempt())), fetch.again()));
    }

    /**
     * Returns the backoff: doubled with each attempt up to a bound, and random in its upper half, so that fetches that failed together are not retried
     * together.
     */
    private long backoff(int attempt) {
        long whole = Math.min(LONGEST_BACKOFF.toNanos(), plan.backoff().toNanos() << Math.min(attempt, 16));
        return whole <= 1 ? whole : ThreadLocalRandom.current().nextLong(whole / 2, whole);
    }

    private void giveUp(Fetch fetch, FetchFailure failure) {
        if (fetch.robots()) {
            fetch.site().robotsFailed();
            return;
        }
        failed++;
        pages.end(fetch.address(), new State.Failed(failure));
    }

    private void show() {
        long now = System.nanoTime();
        if (now - shownAt >= TICK.toNanos() || pages.open() == 0) {
            shownAt = now;
            double rate = indexed * 1e9 / Math.max(1, now - begun);
            long left = rate > 0 ? (long) (pages.open() / rate * 1000) : 0;
            listener.at(new CrawlListener.Progress(
                    indexed + index.pages().size(),
                    failed,
                    known + index.pages().size(),
                    rate,
                    Duration.ofMillis(left)));
        }
    }

    private CrawlReport report() {
        List<CrawlReport.Failed> failures = new ArrayList<>();
        int earlier = 0;
        for (URI page : plan.pages()) {
            State end = pages.end(page);
            if (end instanceof State.Failed(FetchFailure failure)) {
                failures.add(new CrawlReport.Failed(page.toString(), failure));
            } else if (end instanceof State.Done(boolean before) && before) {
                earlier++;
            }
        }
        return new CrawlReport(
                plan.pages().size(),
                earlier,
                indexed,
                redirects,
                requests,
                repeated,
                bytes,
                Duration.ofNanos(System.nanoTime() - begun),
                failures);
    }
}
