package dev.gearbox.studies.fanoutgateway.chat;

import dev.gearbox.core.Cancellable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * A thread for each poll that waits, which blocks until a message comes and then writes the answer. Two rows, which differ in the threads: platform threads of
 * a pool that grows without limit and keeps idle ones for a minute, or virtual threads.
 *
 * <pre>
 *   server's loop    |poll|                                      |message: takes ten out of the line, wakes their threads|
 *   poll's thread          |joins the line, blocks| ... minutes ...                                          |answers|
 * </pre>
 *
 * <p>Card: what a poll holds while it waits is its connection, its request and a thread with its stack. A client that is gone leaves the line, and its thread is
 * interrupted. Experts object to platform threads that wait; of virtual ones they say that they need no other style.
 */
final class ThreadPolls implements WaitingPolls {
    private final WaitingLine<CompletableFuture<String>> line = new WaitingLine<>();
    private final ExecutorService threads;

    /** @param threads with a thread for every task */
    ThreadPolls(ExecutorService threads) {
        this.threads = threads;
    }

    @Override
    public Cancellable await(Consumer<String> reply) {
        CompletableFuture<String> message = new CompletableFuture<>();
        line.join(message);
        Future<?> thread = threads.submit(() -> answer(message, reply));
        return () -> {
            line.leave(message);
            thread.cancel(true);
        };
    }

    private static void answer(CompletableFuture<String> message, Consumer<String> reply) {
        try {
            reply.accept(message.get());
        } catch (InterruptedException gone) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException never) {
            throw new IllegalStateException("a message cannot fail", never);
        }
    }

    @Override
    public int tell(String message, int most) {
        List<CompletableFuture<String>> told = line.first(most);
        told.forEach(poll -> poll.complete(message));
        return told.size();
    }

    @Override
    public int waiting() {
        return line.size();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
