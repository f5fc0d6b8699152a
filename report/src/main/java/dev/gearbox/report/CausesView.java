package dev.gearbox.report;

import java.util.List;
import java.util.Optional;

/**
 * The processor time of one arm by cause, from a separate run under a profiler.
 *
 * @param categories disjoint, so that they add up
 * @param flameGraph its file, as a path relative to the report
 */
public record CausesView(List<Category> categories, Optional<String> flameGraph) {
    /** Copies the list. */
    public CausesView {
        categories = List.copyOf(categories);
    }

    /**
     * A kind of work.
     *
     * @param category such as "socket write"; unique within an arm
     * @param micros processor time for each request, in µs
     */
    public record Category(String category, double micros) {}
}
