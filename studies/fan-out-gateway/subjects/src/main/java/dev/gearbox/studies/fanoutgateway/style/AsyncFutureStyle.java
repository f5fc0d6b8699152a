package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
 * Card: the calls overlap. When one fails, the other three are cancelled.
 */
final class AsyncFutureStyle implements AsyncStyle {
    private final AsyncClient client;
    private final ExecutorService pool;

    AsyncFutureStyle(AsyncClient client, Limits limits) {
        this.client = client;
        pool = Executors.newFixedThreadPool(
                limits.threads(), Thread.ofPlatform().name("join-", 0).factory());
    }

    @Override
    public String name() {
        return "completable-future-async";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        List<CompletableFuture<byte[]>> calls =
                Joins.SERVICES.stream().map(client::get).toList();
        CompletableFuture<byte[]> overview = CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
                .thenApplyAsync(_ -> join(user, calls), pool);
        calls.forEach(call -> call.exceptionally(failure -> {
            overview.completeExceptionally(failure); // allOf alone would wait for the other three
            return new byte[0];
        }));
        var _ = overview.exceptionally(_ -> {
            calls.forEach(call -> call.cancel(true));
            return new byte[0];
        });
        return overview;
    }

    private static byte[] join(int user, List<CompletableFuture<byte[]>> calls) {
        try {
            return Joins.overview(
                    user, calls.stream().map(CompletableFuture::resultNow).toList());
        } catch (GatewayFailure failure) {
            throw new CompletionException(failure);
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
