package dev.gearbox.studies.fanoutgateway.records;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the joins of the literature's public code do with records that all threads share: stream a list of boxed numbers, sort it, and multiply each into a
 * new list, of which only the last is used. The numbers run from n down to 1, so that the sort meets one reversed run and costs n - 1 comparisons.
 *
 * <p>The literature counts four bytes for a number. A boxed one takes 16, and its reference 4 more, in the list that is shared and in each that is made.
 */
final class SharedRecords {
    private final List<Integer> numbers;

    /** @param count how many; 125,000 are the literature's 0.5 MB */
    SharedRecords(int count) {
        numbers = IntStream.iterate(count, number -> number - 1)
                .limit(count)
                .boxed()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns the last number of a pass. */
    long join(long user) {
        List<Long> joined = numbers.stream()
                .sorted(Comparator.naturalOrder())
                .map(number -> number * user)
                .toList();
        return joined.getLast();
    }

    /** Returns what {@link #join} has to return. */
    long expected(long user) {
        return numbers.size() * user;
    }
}
