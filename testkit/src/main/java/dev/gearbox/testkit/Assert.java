package dev.gearbox.testkit;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Assertions for behaviours, which run without a test framework. */
public final class Assert {
    private Assert() {}

    public static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    public static void equal(@Nullable Object expected, @Nullable Object actual, String what) {
        that(Objects.equals(expected, actual), what + ": expected " + expected + " but was " + actual);
    }

    public static void equal(long expected, long actual, String what) {
        that(expected == actual, what + ": expected " + expected + " but was " + actual);
    }

    /** Reports where two byte sequences differ, rather than printing megabytes. */
    public static void equal(byte[] expected, byte[] actual, String what) {
        int at = Arrays.mismatch(expected, actual);
        that(
                at < 0,
                what + ": " + actual.length + " bytes instead of " + expected.length + ", the first difference at "
                        + at);
    }

    public static void instance(Class<?> type, @Nullable Object actual, String what) {
        if (!type.isInstance(actual)) {
            AssertionError error =
                    new AssertionError(what + ": expected " + type.getSimpleName() + " but was " + actual);
            if (actual instanceof Throwable thrown) {
                error.initCause(thrown);
            }
            throw error;
        }
    }

    /** Runs {@code task}, which must throw a {@code type}. */
    public static void fails(Class<? extends Throwable> type, Runnable task, String what) {
        try {
            task.run();
        } catch (Throwable thrown) {
            instance(type, thrown, what);
            return;
        }
        throw new AssertionError(what + ": nothing was thrown instead of " + type.getSimpleName());
    }
}
