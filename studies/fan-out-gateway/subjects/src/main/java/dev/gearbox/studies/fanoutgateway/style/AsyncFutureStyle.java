package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * {@link CompletableFuture} with asynchronous reply: no thread waits. The calls go through the non-blocking client, and the last answer passes the joins
 * to a pool, because they would block the client's event loop.
 *
 * <pre>
 *   server's loop   |- four calls -|                                        |- writes -|
 *   client's loop                  |posts|  |comments|  |photos|  |albums|
 *   pool, a thread                                                 |- joins -|
 * </pre>
 *
 * Card: the calls overlap. When one fails, the other three are cancelled. A call that waits for others is composed behind their {@code allOf}, on the
 * client's event loop.
 */
final class AsyncFutureStyle implements AsyncStyle {
    private final AsyncClient client;
    private final Composition composition;
    private final ExecutorService pool;

    AsyncFutureStyle(AsyncClient client, Limits limits, Composition composition) {
        this.client = client;
        this.composition = composition;
        pool = Executors.newFixedThreadPool(
                limits.threads(), Thread.ofPlatform().name("join-", 0).factory());
    }

    @Override
    public String name() {
        return "completable-future-async";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        CompletableFuture<byte[]> reply = new CompletableFuture<>();
        List<CompletableFuture<byte[]>> calls = new ArrayList<>();
        for (Composition.Step call : composition.calls(user)) {
            List<CompletableFuture<byte[]>> before =
                    call.after().stream().map(calls::get).toList();
            calls.add(all(before).thenCompose(_ -> call(call.target(answers(before)), reply)));
        }
        var _ = all(calls).thenAcceptAsync(_ -> join(user, answers(calls), reply), pool);
        return reply;
    }

    /** The first call that fails ends the request, and the end of the request cancels the others: {@code allOf} alone would wait for them. */
    private CompletableFuture<byte[]> call(String target, CompletableFuture<byte[]> reply) {
        CompletableFuture<byte[]> call = client.get(target);
        var _ = call.exceptionally(failure -> {
            reply.completeExceptionally(failure);
            return new byte[0];
        });
        var _ = reply.exceptionally(_ -> {
            call.cancel(true);
            return new byte[0];
        });
        return call;
    }

    private static CompletableFuture<Void> all(List<CompletableFuture<byte[]>> calls) {
        return CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new));
    }

    private static List<byte[]> answers(List<CompletableFuture<byte[]>> ended) {
        return ended.stream().map(CompletableFuture::resultNow).toList();
    }

    private void join(int user, List<byte[]> answers, CompletableFuture<byte[]> reply) {
        try {
            reply.complete(composition.join(user, answers));
        } catch (GatewayFailure | RuntimeException failure) {
            reply.completeExceptionally(failure);
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
