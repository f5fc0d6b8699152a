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
 * One site during a crawl: what is to be fetched from it, and the manners that are kept with it. At another machine its robots.txt comes first (RFC 9309:
 * one that is not there allows everything, one that cannot be had forbids everything), at most so many fetches are under way, and what it asks for in
 * pauses is kept. For one thread.
 */
final class Site {
    private static final String AGENT = "gearbox-index";

    /** A fetch that is to be made on a site's account; of its robots.txt, which may be elsewhere, too. */
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
     * A site of which nothing is known.
     *
     * @param near whether it is this machine, where no manners are needed
     * @param limit of fetches at a time
     * @param now by the crawl's clock
     */
    Site(URI root, boolean near, int limit, long now) {
        this.root = root;
        this.limit = limit;
        robots = near ? Robots.KNOWN : Robots.UNKNOWN;
        notBefore = now;
    }

    /** Something is to be fetched; what repeats or goes on with robots.txt comes before all else. */
    void add(Fetch fetch) {
        if (fetch.robots()) {
            waiting.addFirst(fetch);
        } else {
            waiting.addLast(fetch);
        }
    }

    /** Whether something could begin now. */
    boolean isReady(long now) {
        Long at = nextAt();
        return at != null && now - at >= 0;
    }

    /** When something may begin that only the clock holds back; null if something else does. */
    @Nullable
    Long nextAt() {
        Fetch next = waiting.peekFirst();
        boolean may = next != null && active < limit && (robots != Robots.ASKED || next.robots());
        return may ? notBefore : null;
    }

    /** Begins the next fetch: of robots.txt, if that is not known. */
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

    /** A fetch has ended, however. */
    void ended() {
        active--;
    }

    /** It asks not to be asked until then. */
    void pauseUntil(long then) {
        notBefore = Math.max(notBefore, then);
    }

    /** What its robots.txt says. */
    void robots(FetchedPage page) {
        SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
        String type = page.contentType() == null ? "text/plain" : page.contentType();
        rules = page.isPage()
                ? parser.parseContent(page.address().toString(), page.body(), type, List.of(AGENT))
                : parser.failedFetch(page.status());
        robots = Robots.KNOWN;
    }

    /** It could not be had: nothing may be fetched. */
    void robotsFailed() {
        rules = new SimpleRobotRulesParser().failedFetch(503);
        robots = Robots.KNOWN;
    }

    /** Whether robots.txt lets that page be fetched. */
    boolean allows(URI page) {
        return rules == null || (!rules.isDeferVisits() && rules.isAllowed(page.toString()));
    }
}
