package dev.gearbox.bench.servers;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One round of a client on an event loop: what was completed, and whether to go on. On that loop, but for {@link #await()}. */
final class LoadRound {
    private static final long PATIENCE = 60;

    private final CompletableFuture<Long> end = new CompletableFuture<>();
    private final long deadline;
    private int inFlight;
    private long completed;

    LoadRound(long nanos, int inFlight) {
        deadline = System.nanoTime() + nanos;
        this.inFlight = inFlight;
    }

    /** Returns a round that has ended. */
    static LoadRound none() {
        return new LoadRound(0, 0);
    }

    /** One is completed. Returns whether another shall follow it. */
    boolean completed() {
        completed++;
        if (System.nanoTime() - deadline < 0) {
            return true;
        }
        inFlight--;
        if (inFlight == 0) {
            end.complete(completed);
        }
        return false;
    }

    /** A connection was closed that should not be, or could not be opened. */
    void fail(@Nullable Throwable cause) {
        end.completeExceptionally(cause == null ? new IOException("the server closed a connection") : cause);
    }

    long await() throws IOException {
        return await(end);
    }

    static <T> T await(CompletionStage<T> stage) throws IOException {
        try {
            return stage.toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            throw new IOException("a round failed: " + failure.getCause(), failure);
        } catch (TimeoutException late) {
            throw new IOException("no end of a round within " + PATIENCE + " s", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}
