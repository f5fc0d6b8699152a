package dev.gearbox.testkit;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for conditions, never for a fixed time, and fails with a description when the limit is reached. The limit is {@code -Dgearbox.patience} in
 * seconds, by default long enough for a busy machine.
 */
public final class Conditions {
    /** The longest wait for anything that must happen. */
    public static final Duration LIMIT = Duration.ofSeconds(Integer.getInteger("gearbox.patience", 60));

    /** How long to watch for something that must not happen. */
    public static final Duration GLANCE = Duration.ofMillis(60);

    private static final long POLL = Duration.ofMillis(1).toNanos();

    private Conditions() {}

    public static void await(String what, BooleanSupplier condition) {
        Assert.that(holdsWithin(LIMIT, condition), "did not happen within " + LIMIT.toSeconds() + " s: " + what);
    }

    /** Returns whether the condition holds within {@code limit}; for what may or may not happen. */
    public static boolean holdsWithin(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                return condition.getAsBoolean();
            }
            LockSupport.parkNanos(POLL);
        }
        return true;
    }

    public static void await(String what, CountDownLatch latch) throws InterruptedException {
        Assert.that(
                latch.await(LIMIT.toNanos(), TimeUnit.NANOSECONDS),
                "did not happen within " + LIMIT.toSeconds() + " s: " + what + " (" + latch.getCount() + " to go)");
    }

    /** Returns the result of the stage; throws its failure, wrapped. */
    public static <T> T await(String what, CompletionStage<T> stage) throws InterruptedException, ExecutionException {
        try {
            return stage.toCompletableFuture().get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError("did not happen within " + LIMIT.toSeconds() + " s: " + what, late);
        }
    }
}
