package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.style.AsyncStyle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;

/**
 * The article's {@link CompletableFuture} with asynchronous reply: calls, both joins and the reply are stages on one fixed pool, whose threads wait for the
 * services.
 *
 * <pre>
 *   server's loop      |- four stages -|
 *   pool, any thread              |-- posts ----|
 *   pool, any thread              |-- comments -|        |- join 1 -|           |- replies -|
 *   pool, any thread              |-- albums ------------|
 *   pool, any thread              |-- photos -------|    |- join 2 -|
 * </pre>
 *
 * Card: experts object that joins queue behind the calls of later requests, on threads that wait; that no call has a time-out; and that a stage that fails
 * never resumes the reply: the client waits forever.
 */
final class PublishedAsyncFuture implements AsyncStyle {
    private final PublishedCalls calls;
    private final ExecutorService pool;

    PublishedAsyncFuture(BlockingClient client, Composition composition, int threads) {
        calls = new PublishedCalls(client, composition);
        pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("call-", 0).factory());
    }

    @Override
    public String name() {
        return "published-completable-future-async";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        CompletableFuture<byte[]> reply = new CompletableFuture<>();
        CompletableFuture<String> first =
                call("posts").thenCombineAsync(call("comments"), part(user, PublishedJoins::posts), pool);
        CompletableFuture<String> second =
                call("albums").thenCombineAsync(call("photos"), part(user, PublishedJoins::albums), pool);
        var _ = first.thenAcceptBothAsync(
                second, (posts, albums) -> reply.complete(PublishedJoins.reply(user, posts, albums)), pool);
        return reply;
    }

    private CompletableFuture<byte[]> call(String service) {
        return CompletableFuture.supplyAsync(calls.stage(service), pool);
    }

    private interface Join {
        String of(int user, byte[] parents, byte[] children) throws GatewayFailure;
    }

    private static BiFunction<byte[], byte[], String> part(int user, Join join) {
        return (parents, children) -> {
            try {
                return join.of(user, parents, children);
            } catch (GatewayFailure failed) {
                throw new CompletionException(failed);
            }
        };
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
