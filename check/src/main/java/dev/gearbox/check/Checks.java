package dev.gearbox.check;

import java.util.Arrays;
import java.util.List;

/** All checks there are, in the order of their numbers. */
public final class Checks {
    private Checks() {}

    /** All of them. */
    public static List<Check> all() {
        return List.of();
    }

    /** Those that take no longer than this cost. */
    public static List<Check> upTo(Check.Cost most) {
        return all().stream()
                .filter(check -> check.cost().compareTo(most) <= 0)
                .toList();
    }

    /** Their numbers, each once, in order. */
    public static List<String> ids() {
        return all().stream().map(Check::id).distinct().toList();
    }

    /** Those with one of these numbers, whatever they cost. */
    public static List<Check> of(String... ids) {
        List<String> wanted = Arrays.asList(ids);
        return all().stream().filter(check -> wanted.contains(check.id())).toList();
    }
}
