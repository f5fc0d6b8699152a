package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * {@link CompletableFuture} on a pool that all requests share; the request's thread waits for {@code allOf} and joins.
 *
 * <pre>
 *   request's thread   |- thenApplyAsync x 4 .. waits .....|- joins -|
 *   pool, any thread              |-- posts ----|
 *   pool, any thread              |-- comments -|
 *   pool, any thread              |-- albums ------------|
 *   pool, any thread              |-- photos -------|
 * </pre>
 *
 * Card: the calls overlap. When one fails, the other three run to their end, and their answers are ignored: cancelling a {@code CompletableFuture} does
 * not interrupt what computes it. For the same reason they go on, until the deadline at most, when the client is gone. A call that waits for others is a stage behind their {@code allOf}, and holds no thread before.
 */
final class WaitingFutureStyle implements BlockingStyle {
    private final BlockingClient client;
    private final Composition composition;
    private final ExecutorService pool;

    WaitingFutureStyle(BlockingClient client, Limits limits, Composition composition) {
        this.client = client;
        this.composition = composition;
        pool = Executors.newFixedThreadPool(
                limits.threads(), Thread.ofPlatform().name("call-", 0).factory());
    }

    @Override
    public String name() {
        return "completable-future";
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.POOLED;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        List<CompletableFuture<byte[]>> calls = new ArrayList<>();
        for (Composition.Step call : composition.calls(user)) {
            List<CompletableFuture<byte[]>> before =
                    call.after().stream().map(calls::get).toList();
            calls.add(CompletableFuture.allOf(before.toArray(CompletableFuture[]::new))
                    .thenApplyAsync(_ -> call(call.target(answers(before)), deadline), pool));
        }
        try {
            CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
                    .get(deadline.remaining(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw GatewayFailure.of(failed);
        }
        return composition.join(user, answers(calls));
    }

    private static List<byte[]> answers(List<CompletableFuture<byte[]>> ended) {
        return ended.stream().map(CompletableFuture::resultNow).toList();
    }

    private byte[] call(String target, ReplyDeadline deadline) {
        try {
            return client.get(target, deadline);
        } catch (GatewayFailure failure) {
            throw new CompletionException(failure);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            throw new CompletionException(closed);
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
