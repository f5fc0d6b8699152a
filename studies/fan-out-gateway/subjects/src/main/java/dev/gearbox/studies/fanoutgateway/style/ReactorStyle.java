package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import reactor.core.Disposable;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Project Reactor: {@link Mono#zip} over four non-blocking calls, then {@code publishOn} a parallel scheduler for the joins, because the answers arrive on
 * the client's event loop, which they would block.
 *
 * <pre>
 *   server's loop       |- subscribes: four calls -|                              |- writes -|
 *   client's loop                       |posts|  |comments|  |photos|  |albums|
 *   parallel scheduler, a thread                                        |- joins -|
 * </pre>
 *
 * Card: the calls overlap. When one fails, {@code zip} cancels the other three. The deadline and a client that is gone
 * cancel all four. The scheduler gives each request the next of its threads in turn, so a join may wait behind another one while a thread is idle.
 */
final class ReactorStyle implements AsyncStyle {
    private final AsyncClient client;
    private final Scheduler joins;

    ReactorStyle(AsyncClient client, Limits limits) {
        this.client = client;
        Hooks.onErrorDropped(DroppedFailures::log);
        joins = Schedulers.newParallel(
                limits.threads(), Thread.ofPlatform().name("join-", 0).factory());
    }

    @Override
    public String name() {
        return "reactor";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        List<Mono<byte[]>> calls = Joins.SERVICES.stream()
                .map(service -> Mono.fromFuture(() -> client.get(service)))
                .toList();
        Mono<byte[]> overview = Mono.zip(calls, ReactorStyle::answers)
                .publishOn(joins)
                .handle((answers, sink) -> join(user, answers, sink));
        CompletableFuture<byte[]> reply = new CompletableFuture<>();
        Disposable work = overview.subscribe(reply::complete, reply::completeExceptionally);
        var _ = reply.whenComplete((_, _) -> work.dispose()); // toFuture() would do so for a cancelled reply only
        return reply;
    }

    private static List<byte[]> answers(Object[] zipped) {
        return Arrays.stream(zipped).map(byte[].class::cast).toList();
    }

    private static void join(int user, List<byte[]> answers, SynchronousSink<byte[]> sink) {
        try {
            sink.next(Joins.overview(user, answers));
        } catch (GatewayFailure failure) {
            sink.error(failure);
        }
    }

    @Override
    public void close() {
        joins.dispose();
    }
}
