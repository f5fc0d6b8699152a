package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.unchecked.Unchecked;
import java.util.ArrayList;
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
 *
 * <p>A call that waits for others is chained to their combination. An answer that others wait for is broadcast: the call is made when all have subscribed, and
 * cancelled when all have cancelled, which {@code memoize()} would not do.
 */
final class MutinyStyle implements AsyncStyle {
    private final AsyncClient client;
    private final Composition composition;
    private final ExecutorService pool;

    MutinyStyle(AsyncClient client, Limits limits, Composition composition) {
        this.client = client;
        this.composition = composition;
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
        Uni<byte[]> overview =
                all(calls(user)).emitOn(pool).map(Unchecked.function(answers -> composition.join(user, answers)));
        CompletableFuture<byte[]> reply = new CompletableFuture<>();
        Cancellable work = overview.subscribe().with(reply::complete, reply::completeExceptionally);
        var _ = reply.whenComplete((_, _) -> work.cancel());
        return reply;
    }

    private List<Uni<byte[]>> calls(int user) {
        List<Uni<byte[]>> calls = new ArrayList<>();
        for (Composition.Step step : composition.calls(user)) {
            List<Uni<byte[]>> before = step.after().stream().map(calls::get).toList();
            Uni<byte[]> call = before.isEmpty()
                    ? call(step.target(List.of()))
                    : all(before).chain(answers -> call(step.target(answers)));
            calls.add(shared(call, 1 + composition.waitingFor(calls.size())));
        }
        return calls;
    }

    private Uni<byte[]> call(String target) {
        return Uni.createFrom().completionStage(() -> client.get(target));
    }

    private static Uni<byte[]> shared(Uni<byte[]> call, int subscribers) {
        return subscribers == 1
                ? call
                : call.toMulti()
                        .broadcast()
                        .withCancellationAfterLastSubscriberDeparture()
                        .toAtLeast(subscribers)
                        .toUni();
    }

    private static Uni<List<byte[]>> all(List<Uni<byte[]>> calls) {
        return Uni.combine().all().unis(calls).with(MutinyStyle::answers);
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
