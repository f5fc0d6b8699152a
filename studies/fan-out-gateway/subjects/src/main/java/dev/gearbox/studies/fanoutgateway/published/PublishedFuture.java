package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The article's {@link CompletableFuture}: four {@code supplyAsync} on a fixed pool that all requests share; the request's thread waits for all, and joins.
 *
 * <pre>
 *   request's thread   |- supplyAsync ...... waits ........|- join 1 -|- join 2 -|
 *   pool, any thread              |-- posts ----|
 *   pool, any thread              |-- comments -|
 *   pool, any thread              |-- albums ------------|
 *   pool, any thread              |-- photos -------|
 * </pre>
 *
 * Card: what experts object to is the same as for {@link PublishedExecutor}; and a future is used as the handle of a task only, nothing is composed. A failure
 * is answered with an empty body of status 200, after the other calls have ended. They cannot be called off.
 */
final class PublishedFuture implements BlockingStyle {
    private final PublishedCalls calls;
    private final ExecutorService pool;

    PublishedFuture(BlockingClient client, Composition composition, int threads) {
        calls = new PublishedCalls(client, composition);
        pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("call-", 0).factory());
    }

    @Override
    public String name() {
        return "published-completable-future";
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.POOLED;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws InterruptedException {
        List<CompletableFuture<byte[]>> four = Joins.SERVICES.stream()
                .map(service -> CompletableFuture.supplyAsync(calls.stage(service), pool))
                .toList();
        return PublishedJoins.reply(user, () -> {
            CompletableFuture.allOf(four.toArray(CompletableFuture[]::new)).get();
            return four;
        });
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
