package dev.gearbox.testkit.stage;

import java.util.ArrayList;
import java.util.List;

/** What went wrong in a test that plays many behaviours: all of it is told, each with its own stack trace. */
public final class Failures {
    private final List<AssertionError> all = new ArrayList<>();

    /** Notes the outcome if it is a failure. */
    public void add(String what, Outcome outcome) {
        if (outcome instanceof Outcome.Failed(Throwable why)) {
            all.add(new AssertionError(what + ": " + why.getMessage(), why));
        }
    }

    /**
     * Fails if there are any.
     *
     * @param of what was played
     */
    public void check(String of) {
        if (!all.isEmpty()) {
            StringBuilder message = new StringBuilder(of + ": " + all.size() + " failed");
            all.forEach(each -> message.append(System.lineSeparator()).append(each.getMessage()));
            AssertionError together = new AssertionError(message.toString());
            all.forEach(together::addSuppressed);
            throw together;
        }
    }
}
