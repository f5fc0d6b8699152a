package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.ArrayList;
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
 *
 * <p>A call that waits for others follows their {@code zip}. An answer that others wait for is shared by {@code publish().refCount(n)}, which makes the call
 * when all have subscribed, and cancels it when all have cancelled, unlike {@code cache()} and {@code share()}.
 */
final class ReactorStyle implements AsyncStyle {
    private final AsyncClient client;
    private final Composition composition;
    private final Scheduler joins;

    ReactorStyle(AsyncClient client, Limits limits, Composition composition) {
        this.client = client;
        this.composition = composition;
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
        Mono<byte[]> overview = Mono.zip(calls(user), ReactorStyle::answers)
                .publishOn(joins)
                .handle((answers, sink) -> join(user, answers, sink));
        CompletableFuture<byte[]> reply = new CompletableFuture<>();
        Disposable work = overview.subscribe(reply::complete, reply::completeExceptionally);
        var _ = reply.whenComplete((_, _) -> work.dispose()); // toFuture() would do so for a cancelled reply only
        return reply;
    }

    private List<Mono<byte[]>> calls(int user) {
        List<Mono<byte[]>> calls = new ArrayList<>();
        for (Composition.Step step : composition.calls(user)) {
            List<Mono<byte[]>> before = step.after().stream().map(calls::get).toList();
            Mono<byte[]> call = before.isEmpty()
                    ? call(step.target(List.of()))
                    : Mono.zip(before, ReactorStyle::answers).flatMap(answers -> call(step.target(answers)));
            calls.add(shared(call, 1 + composition.waitingFor(calls.size())));
        }
        return calls;
    }

    private Mono<byte[]> call(String target) {
        return Mono.fromFuture(() -> client.get(target));
    }

    private static Mono<byte[]> shared(Mono<byte[]> call, int subscribers) {
        return subscribers == 1
                ? call
                : call.flux().publish().refCount(subscribers).next();
    }

    private static List<byte[]> answers(Object[] zipped) {
        return Arrays.stream(zipped).map(byte[].class::cast).toList();
    }

    private void join(int user, List<byte[]> answers, SynchronousSink<byte[]> sink) {
        try {
            sink.next(composition.join(user, answers));
        } catch (GatewayFailure failure) {
            sink.error(failure);
        }
    }

    @Override
    public void close() {
        joins.dispose();
    }
}
