package dev.gearbox.studies.pageindexer.index;

import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/**
 * What a crawl knows of addresses, from the index at first: which are still to come, which came, which lead elsewhere, which were given up. Whether a listed page came is
 * found by following those that lead elsewhere: so two that point at each other are a circle, whoever came first. For one thread.
 */
public final class KnownPages {
    /** How far redirects are followed. */
    public static final int MOST_REDIRECTS = 10;

    /** What is known of an address. */
    public sealed interface State {
        /** It is to be fetched. */
        record Open() implements State {}

        /** It is in the index; perhaps since an earlier run. */
        record Done(boolean earlier) implements State {}

        /** It leads to another address. */
        record Elsewhere(String target) implements State {}

        /** It did not come. */
        record Failed(FetchFailure failure) implements State {}
    }

    private final Map<String, State> states = new HashMap<>();
    private int open;

    /** What the index holds is known; but a circle is not, so that it is walked again. */
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

    /** Whether it is news that this is to be fetched. */
    public boolean open(URI page) {
        boolean news = states.putIfAbsent(page.toString(), new State.Open()) == null;
        open += news ? 1 : 0;
        return news;
    }

    /** It is open no more. */
    public void end(URI page, State state) {
        states.put(page.toString(), state);
        open--;
    }

    /** How many are still to come. */
    public int open() {
        return open;
    }

    /** Where an address leads, as far as that is known. */
    public URI last(URI page) {
        String at = page.toString();
        for (int hop = 0; hop < MOST_REDIRECTS && states.get(at) instanceof State.Elsewhere(String target); hop++) {
            at = target;
        }
        return URI.create(at);
    }

    /** What became of what an address leads to; a circle is a failure. */
    public State end(URI page) {
        String at = page.toString();
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            State state = states.getOrDefault(at, new State.Open());
            if (!(state instanceof State.Elsewhere(String target))) {
                return state;
            }
            at = target;
        }
        return new State.Failed(new FetchFailure(Kind.REDIRECTS, "a circle of redirects"));
    }
}
