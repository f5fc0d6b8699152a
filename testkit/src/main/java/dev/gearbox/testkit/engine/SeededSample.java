package dev.gearbox.testkit.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A random part of tests that take long as a whole. The seed selects it, so each run tries another part, and {@code -Dseed} repeats one. {@code
 * -Ddeep} and {@code -Dengine} select the whole.
 */
public final class SeededSample {
    private SeededSample() {}

    /** Returns at most {@code most} of {@code all}, in their order. */
    public static <T> List<T> of(List<T> all, int most, long seed) {
        boolean whole = Boolean.getBoolean("gearbox.deep")
                || !System.getProperty("gearbox.engine", "").isEmpty();
        return whole ? all : draw(all, most, seed);
    }

    static <T> List<T> draw(List<T> all, int most, long seed) {
        List<Integer> places = new ArrayList<>();
        for (int place = 0; place < all.size(); place++) {
            places.add(place);
        }
        Collections.shuffle(places, new Random(seed));
        return places.stream().limit(most).sorted().map(all::get).toList();
    }
}
