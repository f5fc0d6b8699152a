package dev.gearbox.studies.pageindexer.index;

import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/**
 * The state of all addresses of a crawl, initialized from the index: pending, indexed, redirected or failed. The state of a listed page is found by
 * following redirects, so two that redirect to each other are a loop, in whatever order they were fetched. Not thread-safe.
 */
public final class KnownPages {
    /** The maximum number of redirects to follow. */
    public static final int MOST_REDIRECTS = 10;

    /** The state of an address. */
    public sealed interface State {
        /** It is pending. */
        record Open() implements State {}

        /** It is in the index; perhaps since an earlier run. */
        record Done(boolean earlier) implements State {}

        /** It redirects to another address. */
        record Elsewhere(String target) implements State {}

        /** It failed. */
        record Failed(FetchFailure failure) implements State {}
    }

    private final Map<String, State> states = new HashMap<>();
    private int open;

    /** Addresses in the index are known, except redirect loops, so that these are followed again. */
    public KnownPages(PageIndex index) {
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

    /** Adds a pending address; returns whether it is new. */
    public boolean open(URI page) {
        boolean news = states.putIfAbsent(page.toString(), new State.Open()) == null;
        open += news ? 1 : 0;
        return news;
    }

    /** Removes it from the pending addresses. */
    public void end(URI page, State state) {
        states.put(page.toString(), state);
        open--;
    }

    /** Returns the number of pending addresses. */
    public int open() {
        return open;
    }

    /** Returns the final target of an address, as far as it is known. */
    public URI last(URI page) {
        String at = page.toString();
        for (int hop = 0; hop < MOST_REDIRECTS && states.get(at) instanceof State.Elsewhere(String target); hop++) {
            at = target;
        }
        return URI.create(at);
    }

    /** Returns the state of the final target of an address; a loop is a failure. */
    public State end(URI page) {
        String at = page.toString();
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            State state = states.getOrDefault(at, new State.Open());
            if (!(state instanceof State.Elsewhere(String target))) {
                return state;
            }
            at = target;
        }
        return new State.Failed(new FetchFailure(Kind.REDIRECTS, "a redirect loop"));
    }
}
