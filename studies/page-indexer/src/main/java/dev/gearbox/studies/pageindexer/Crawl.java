package dev.gearbox.studies.pageindexer;

import dev.gearbox.studies.pageindexer.FetchFailure.Kind;
import dev.gearbox.studies.pageindexer.Site.Fetch;
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
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Fetches pages with one client and indexes them, once each.
 *
 * <pre>
 *   this thread: sites in turns ── fetch ──▶ client ──▶ its thread, or a worker: work, parse, index
 *        ▲                                                             │
 *        └── outcome: indexed, elsewhere, failed ◀── queue ◀───────────┘
 * </pre>
 *
 * <p>All that a crawl knows belongs to the thread that runs it; handlers index and leave an outcome. So memory is bounded by the fetches under way, each with a
 * page of bounded size, and by the addresses. An address that leads elsewhere is remembered with its target; whether a listed page came is decided at the end, by
 * following those: so two that point at each other are a circle, whoever came first.
 */
public final class Crawl {
    private static final int MOST_REDIRECTS = 10;
    private static final Set<Integer> MOVED = Set.of(301, 302, 303, 307, 308);
    private static final Set<Integer> MAY_PASS = Set.of(429, 500, 502, 503, 504);
    private static final Set<Kind> TRANSIENT = Set.of(Kind.CONNECT, Kind.RESET, Kind.TIMEOUT, Kind.TRUNCATED);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);
    private static final Duration TICK = Duration.ofMillis(200);

    /** What is known of an address. */
    private sealed interface State {
        record Open() implements State {}

        record Done(boolean earlier) implements State {}

        record Elsewhere(String target) implements State {}

        record Given(FetchFailure failure) implements State {}
    }

    /** How a fetch ended. */
    private sealed interface Outcome {
        record Indexed(int bytes) implements Outcome {}

        record Moved(String location) implements Outcome {}

        record Robots(FetchedPage page) implements Outcome {}

        record Failed(
                FetchFailure failure,
                boolean mayPass,
                @Nullable String retryAfter) implements Outcome {}

        record Broken(Throwable thrown) implements Outcome {}
    }

    private record Event(Fetch fetch, Outcome outcome) {}

    private record Retry(long at, Fetch fetch) {}

    private final CrawlPlan plan;
    private final PageClient client;
    private final Workplace workplace;
    private final PageIndex index;
    private final CrawlListener listener;
    private final Predicate<URI> near;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Map<String, State> states = new HashMap<>();
    private final Map<String, Site> sites = new LinkedHashMap<>();
    private final Deque<Site> turns = new ArrayDeque<>();
    private final PriorityQueue<Retry> retries = new PriorityQueue<>(Comparator.comparingLong(Retry::at));
    private final long begun = System.nanoTime();
    private int open;
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
            Workplace workplace,
            PageIndex index,
            CrawlListener listener,
            Predicate<URI> near) {
        this.plan = plan;
        this.client = client;
        this.workplace = workplace;
        this.index = index;
        this.listener = listener;
        this.near = near;
    }

    /**
     * Runs a crawl into an index folder; what the folder has is not fetched again.
     *
     * @param client stays the caller's to close
     * @param workplace what is done with each page before it is indexed, and where both is done; stays the caller's to close
     * @throws IndexerException if the folder cannot be used
     * @throws InterruptedException if this thread is interrupted: then what came is kept, and the same crawl goes on from there
     */
    public static CrawlReport run(
            CrawlPlan plan, PageClient client, Workplace workplace, Path folder, CrawlListener listener)
            throws InterruptedException {
        return run(plan, client, workplace, folder, listener, PageAddress::isNear);
    }

    /** The same with another idea of which sites are this machine. */
    static CrawlReport run(
            CrawlPlan plan,
            PageClient client,
            Workplace workplace,
            Path folder,
            CrawlListener listener,
            Predicate<URI> near)
            throws InterruptedException {
        LibraryLogs.hush();
        try (PageIndex index = PageIndex.open(folder)) {
            return new Crawl(plan, client, workplace, index, listener, near).run();
        }
    }

    private CrawlReport run() throws InterruptedException {
        resume();
        for (URI page : plan.pages()) {
            offer(last(page), 0);
        }
        while (open > 0) {
            long now = System.nanoTime();
            while (!retries.isEmpty() && now - retries.peek().at() >= 0) {
                Fetch again = retries.remove().fetch();
                again.site().add(again);
            }
            begin(now);
            Event event = events.poll(patience(now), TimeUnit.NANOSECONDS);
            for (; event != null; event = events.poll()) {
                take(event);
            }
            show();
        }
        return report();
    }

    /** What the index holds is known; but a circle is not, so that it is walked again. */
    private void resume() {
        index.pages().forEach(page -> states.put(page, new State.Done(true)));
        Map<String, String> led = index.redirects();
        led.forEach((from, to) -> {
            String at = to;
            for (int hop = 0; hop < MOST_REDIRECTS && led.containsKey(at); hop++) {
                at = led.get(at);
            }
            if (!led.containsKey(at)) {
                states.put(from, new State.Elsewhere(to));
            }
        });
    }

    /** The end of what is known of an address' redirects. */
    private URI last(URI page) {
        String at = page.toString();
        for (int hop = 0; hop < MOST_REDIRECTS && states.get(at) instanceof State.Elsewhere(String target); hop++) {
            at = target;
        }
        return URI.create(at);
    }

    private void offer(URI page, int hops) {
        if (states.putIfAbsent(page.toString(), new State.Open()) == null) {
            open++;
            known++;
            Site site = site(page);
            site.add(new Fetch(site, page, 0, hops, false));
        }
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

    /** Begins what may begin, one of each site in turn. */
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
            events.add(new Event(
                    fetch,
                    new Outcome.Failed(new FetchFailure(Kind.ROBOTS, "robots.txt asks to stay away"), false, null)));
            return;
        }
        requests++;
        PageHandler handler = new Outcomes(fetch);
        try {
            client.fetch(fetch.address(), fetch.robots() ? handler : workplace.before(handler));
        } catch (RuntimeException refused) {
            handler.failed(new FetchFailure(Kind.OTHER, "the client does not take it: " + FetchFailures.text(refused)));
        }
    }

    /** Until when there is nothing to do but wait for outcomes. */
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

    /** Turns what a client tells, on its own thread, into an outcome. A page is in the index before its outcome is in the queue. */
    private final class Outcomes implements PageHandler {
        private final Fetch fetch;

        Outcomes(Fetch fetch) {
            this.fetch = fetch;
        }

        @Override
        public void fetched(FetchedPage page) {
            Outcome outcome;
            try {
                outcome = outcome(page);
            } catch (IndexerException broken) {
                outcome = new Outcome.Broken(broken);
            } catch (RuntimeException | StackOverflowError unreadable) {
                outcome = new Outcome.Failed(
                        new FetchFailure(Kind.OTHER, "the page cannot be read: " + unreadable), false, null);
            } catch (Error defect) {
                outcome = new Outcome.Broken(defect);
            }
            events.add(new Event(fetch, outcome));
        }

        private Outcome outcome(FetchedPage page) {
            if (MOVED.contains(page.status()) && page.location() != null) {
                return new Outcome.Moved(page.location());
            }
            boolean mayPass = MAY_PASS.contains(page.status());
            if (fetch.robots() && !mayPass) {
                return new Outcome.Robots(page);
            }
            if (page.isPage()) {
                index.add(PageText.of(page));
                return new Outcome.Indexed(page.body().length);
            }
            FetchFailure failure = new FetchFailure(Kind.STATUS, "status " + page.status());
            return new Outcome.Failed(failure, mayPass, page.retryAfter());
        }

        @Override
        public void failed(FetchFailure failure) {
            events.add(new Event(fetch, new Outcome.Failed(failure, TRANSIENT.contains(failure.kind()), null)));
        }
    }

    private void take(Event event) {
        Fetch fetch = event.fetch();
        active--;
        fetch.site().ended();
        switch (event.outcome()) {
            case Outcome.Indexed(int size) -> {
                bytes += size;
                indexed++;
                end(fetch.address(), new State.Done(false));
            }
            case Outcome.Robots(FetchedPage page) -> fetch.site().robots(page);
            case Outcome.Moved(String location) -> moved(fetch, location);
            case Outcome.Failed failure -> failed(fetch, failure);
            case Outcome.Broken(IndexerException unusable) -> throw unusable;
            case Outcome.Broken(Throwable defect) ->
                throw new IllegalStateException("indexing " + fetch.address(), defect);
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
        if (fetch.redirects() == MOST_REDIRECTS) {
            giveUp(fetch, new FetchFailure(Kind.REDIRECTS, "more than " + MOST_REDIRECTS + " redirects"));
        } else if (near.test(target) && !near.test(fetch.address())) {
            giveUp(fetch, new FetchFailure(Kind.REDIRECTS, "another machine leads to this one, " + target));
        } else if (fetch.robots()) {
            fetch.site().add(new Fetch(fetch.site(), target, 0, fetch.redirects() + 1, true));
        } else {
            redirects++;
            index.redirect(fetch.address().toString(), target.toString());
            end(fetch.address(), new State.Elsewhere(target.toString()));
            offer(last(target), fetch.redirects() + 1);
        }
    }

    private void failed(Fetch fetch, Outcome.Failed outcome) {
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
                            outcome.failure().detail() + ", to come back in "
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

    /** Doubled with each attempt up to a bound, and drawn from its upper half: so that those who failed together do not come back together. */
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
        end(fetch.address(), new State.Given(failure));
    }

    private void end(URI address, State state) {
        states.put(address.toString(), state);
        open--;
    }

    private void show() {
        long now = System.nanoTime();
        if (now - shownAt >= TICK.toNanos() || open == 0) {
            shownAt = now;
            double rate = indexed * 1e9 / Math.max(1, now - begun);
            long left = rate > 0 ? (long) (open / rate * 1000) : 0;
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
            State end = end(page.toString());
            if (end instanceof State.Given(FetchFailure failure)) {
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

    /** What an address leads to in the end; a circle is a failure. */
    private State end(String page) {
        String at = page;
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            State state = states.get(at);
            if (!(state instanceof State.Elsewhere(String target))) {
                return state == null ? new State.Open() : state;
            }
            at = target;
        }
        return new State.Given(new FetchFailure(Kind.REDIRECTS, "a circle of redirects"));
    }
}
