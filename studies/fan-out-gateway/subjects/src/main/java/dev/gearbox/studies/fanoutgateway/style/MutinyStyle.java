package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.unchecked.Unchecked;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * SmallRye Mutiny: {@code Uni.combine().all()} over four non-blocking calls, then {@code emitOn} a pool for the joins, because the answers arrive on the
 * client's event loop, which they would block.
 *
 * <pre>
 *   server's loop     |- subscribes: four calls -|                              |- writes -|
 *   client's loop                     |posts|  |comments|  |photos|  |albums|
 *   pool, a thread                                                    |- joins -|
 * </pre>
 *
 * Card: the calls overlap. When one fails, the combination cancels the other three; {@code collectFailures} would wait for them. The deadline and a client
 * that is gone cancel all four.
 */
final class MutinyStyle implements AsyncStyle {
    private final AsyncClient client;
    private final ExecutorService pool;

    MutinyStyle(AsyncClient client, Limits limits) {
        this.client = client;
        Infrastructure.setDroppedExceptionHandler(DroppedFailures::log);
        pool = Executors.newFixedThreadPool(
                limits.threads(), Thread.ofPlatform().name("join-", 0).factory());
    }

    @Override
    public String name() {
        return "mutiny";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        List<Uni<byte[]>> calls = Joins.SERVICES.stream()
                .map(service -> Uni.createFrom().completionStage(() -> client.get(service)))
                .toList();
        Uni<byte[]> overview = Uni.combine()
                .all()
                .unis(calls)
                .with(MutinyStyle::answers)
                .emitOn(pool)
                .map(Unchecked.function(answers -> Joins.overview(user, answers)));
        CompletableFuture<byte[]> reply = new CompletableFuture<>();
        Cancellable work = overview.subscribe().with(reply::complete, reply::completeExceptionally);
        var _ = reply.whenComplete((_, _) -> work.cancel());
        return reply;
    }

    private static List<byte[]> answers(List<?> combined) {
        return combined.stream().map(byte[].class::cast).toList();
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
