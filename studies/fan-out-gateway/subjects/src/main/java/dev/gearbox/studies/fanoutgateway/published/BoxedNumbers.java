package dev.gearbox.studies.fanoutgateway.published;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The work in memory of a published join: a list of boxed numbers that all threads share is sorted, and each number multiplied by the user's id into a new
 * list, whose last element alone is used. The list runs down to 1, so that the sort meets one reversed run: in another order the work would be another.
 */
final class BoxedNumbers<N extends Number & Comparable<N>> {
    /** Of the first join: 125,000, which take about 0.5 MB. */
    static final BoxedNumbers<Integer> FIRST = new BoxedNumbers<>(125_000, number -> (int) number);

    /** Of the second join: half as many, of twice the size. */
    static final BoxedNumbers<Long> SECOND = new BoxedNumbers<>(62_500, number -> number);

    private final List<N> shared;

    private BoxedNumbers(int size, LongFunction<N> box) {
        shared = LongStream.iterate(size, number -> number >= 1, number -> number - 1)
                .mapToObj(box)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Does the work; returns the number that is used. */
    long pass(int user) {
        List<Long> multiplied = shared.stream()
                .sorted(Comparator.naturalOrder())
                .map(number -> number.longValue() * user)
                .toList();
        return multiplied.getLast();
    }

    /** Returns what {@link #pass} has to return. */
    long expected(int user) {
        return (long) shared.size() * user;
    }
}
