package dev.gearbox.studies.pageindexer.crawl;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One site during a crawl: its pending fetches and its politeness rules. For a remote host, robots.txt is fetched first (RFC 9309: a missing file allows
 * everything, an unreachable one disallows everything), the number of concurrent fetches is limited, and requested pauses are observed. Not thread-safe.
 */
final class Site {
    private static final String AGENT = "gearbox-index";

    /** A pending fetch of a site; including its robots.txt, which may be on another host. */
    record Fetch(Site site, URI address, int attempt, int redirects, boolean robots) {
        Fetch again() {
            return new Fetch(site, address, attempt + 1, redirects, robots);
        }
    }

    private enum Robots {
        UNKNOWN,
        ASKED,
        KNOWN
    }

    private final URI root;
    private final int limit;
    private final Deque<Fetch> waiting = new ArrayDeque<>();
    private Robots robots;
    private @Nullable BaseRobotRules rules;
    private int active;
    private long notBefore;

    /**
     * Creates a site without any information.
     *
     * @param near whether it is this machine, where no politeness is needed
     * @param limit the maximum number of concurrent fetches
     * @param now the time of the crawl's clock
     */
    Site(URI root, boolean near, int limit, long now) {
        this.root = root;
        this.limit = limit;
        robots = near ? Robots.KNOWN : Robots.UNKNOWN;
        notBefore = now;
    }

    /** Adds a fetch; retries and redirects of robots.txt come first. */
    void add(Fetch fetch) {
        if (fetch.robots()) {
            waiting.addFirst(fetch);
        } else {
            waiting.addLast(fetch);
        }
    }

    /** Returns whether a fetch could begin now. */
    boolean isReady(long now) {
        Long at = nextAt();
        return at != null && now - at >= 0;
    }

    /** Returns when a fetch may begin that is only delayed by the clock; null if it is waiting for something else. */
    @Nullable
    Long nextAt() {
        Fetch next = waiting.peekFirst();
        boolean may = next != null && active < limit && (robots != Robots.ASKED || next.robots());
        return may ? notBefore : null;
    }

    /** Begins the next fetch: that of robots.txt, if it is unknown. */
    Fetch begin(long now) {
        active++;
        if (robots == Robots.UNKNOWN) {
            robots = Robots.ASKED;
            return new Fetch(this, root.resolve("/robots.txt"), 0, 0, true);
        }
        if (rules != null && rules.getCrawlDelay() > 0) {
            notBefore = now + rules.getCrawlDelay() * 1_000_000;
        }
        return waiting.removeFirst();
    }

    /** Called when a fetch has ended, successfully or not. */
    void ended() {
        active--;
    }

    /** Sets the time before which the site must not be contacted. */
    void pauseUntil(long then) {
        notBefore = Math.max(notBefore, then);
    }

    /** Sets the rules of its robots.txt. */
    void robots(FetchedPage page) {
        SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
        String type = page.contentType() == null ? "text/plain" : page.contentType();
        rules = page.isPage()
                ? parser.parseContent(page.address().toString(), page.body(), type, List.of(AGENT))
                : parser.failedFetch(page.status());
        robots = Robots.KNOWN;
    }

    /** Called when robots.txt is unreachable: nothing may be fetched. */
    void robotsFailed() {
        rules = new SimpleRobotRulesParser().failedFetch(503);
        robots = Robots.KNOWN;
    }

    /** Returns whether robots.txt allows that page. */
    boolean allows(URI page) {
        return rules == null || (!rules.isDeferVisits() && rules.isAllowed(page.toString()));
    }
}
