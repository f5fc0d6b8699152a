package dev.gearbox.testkit.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A random part of tests that take long as a whole. The seed selects it, so each run tries another part, and {@code -Dseed} repeats one. {@code
 * -Ddeep} and {@code -Dengine} select the whole.
 */
public final class SeededSample {
    private SeededSample() {}

    /** Returns at most {@code most} of {@code all}, in their order. */
    public static <T> List<T> of(List<T> all, int most, long seed) {
        return isWhole() ? all : draw(all, most, seed);
    }

    /**
     * Returns one of {@code parts} equal parts of {@code all}, in their order. With the same seed, as many tests with consecutive numbers leave nothing
     * out. If there are too few for that many parts, all are returned.
     *
     * @param number of the test that takes this part
     */
    public static <T> List<T> part(List<T> all, int number, int parts, long seed) {
        return isWhole() ? all : share(all, number, parts, seed);
    }

    private static boolean isWhole() {
        return Boolean.getBoolean("gearbox.deep")
                || !System.getProperty("gearbox.engine", "").isEmpty();
    }

    static <T> List<T> share(List<T> all, int number, int parts, long seed) {
        if (all.size() < parts) {
            return all;
        }
        List<Integer> places = shuffled(all, seed);
        return IntStream.range(0, places.size())
                .filter(turn -> (turn + number) % parts == 0)
                .mapToObj(places::get)
                .sorted()
                .map(all::get)
                .toList();
    }

    static <T> List<T> draw(List<T> all, int most, long seed) {
        return shuffled(all, seed).stream().limit(most).sorted().map(all::get).toList();
    }

    private static List<Integer> shuffled(List<?> all, long seed) {
        List<Integer> places =
                new ArrayList<>(IntStream.range(0, all.size()).boxed().toList());
        Collections.shuffle(places, new Random(seed));
        return places;
    }
}
