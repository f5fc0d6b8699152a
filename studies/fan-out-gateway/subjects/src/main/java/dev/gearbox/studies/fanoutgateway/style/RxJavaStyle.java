package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleEmitter;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * RxJava 3: {@link Single#zip} over four non-blocking calls, then {@code observeOn} a pool for the joins, because the answers arrive on the client's event
 * loop, which they would block.
 *
 * <pre>
 *   server's loop     |- subscribes: four calls -|                              |- writes -|
 *   client's loop                     |posts|  |comments|  |photos|  |albums|
 *   pool, a thread                                                    |- joins -|
 * </pre>
 *
 * Card: the calls overlap. When one fails, {@code zip} disposes of the other three, and each cancels its call. The deadline and a
 * client that is gone cancel all four.
 *
 * <p>A call that waits for others follows their {@code zip}. An answer that others wait for is shared by {@code publish().refCount(n)}, which makes the call
 * when all have subscribed, and cancels it when all have disposed, unlike {@code cache()}.
 */
final class RxJavaStyle implements AsyncStyle {
    private final AsyncClient client;
    private final Composition composition;
    private final ExecutorService pool;
    private final Scheduler joins;

    RxJavaStyle(AsyncClient client, Limits limits, Composition composition) {
        this.client = client;
        this.composition = composition;
        RxJavaPlugins.setErrorHandler(DroppedFailures::log);
        pool = Executors.newFixedThreadPool(
                limits.threads(), Thread.ofPlatform().name("join-", 0).factory());
        joins = Schedulers.from(pool);
    }

    @Override
    public String name() {
        return "rxjava";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        Single<byte[]> overview = Single.zip(calls(user), RxJavaStyle::answers)
                .observeOn(joins)
                .map(answers -> composition.join(user, answers));
        CompletableFuture<byte[]> reply = new CompletableFuture<>();
        Disposable work = overview.subscribe(reply::complete, reply::completeExceptionally);
        var _ = reply.whenComplete((_, _) -> work.dispose());
        return reply;
    }

    private List<Single<byte[]>> calls(int user) {
        List<Single<byte[]>> calls = new ArrayList<>();
        for (Composition.Step step : composition.calls(user)) {
            List<Single<byte[]>> before = step.after().stream().map(calls::get).toList();
            Single<byte[]> call = before.isEmpty()
                    ? call(step.target(List.of()))
                    : Single.zip(before, RxJavaStyle::answers).flatMap(answers -> call(step.target(answers)));
            calls.add(shared(call, 1 + composition.waitingFor(calls.size())));
        }
        return calls;
    }

    private static Single<byte[]> shared(Single<byte[]> call, int subscribers) {
        return subscribers == 1
                ? call
                : call.toObservable().publish().refCount(subscribers).firstOrError();
    }

    /** A {@link Single#fromCompletionStage} could not be cancelled. */
    private Single<byte[]> call(String target) {
        return Single.create(emitter -> {
            CompletableFuture<byte[]> call = client.get(target);
            emitter.setCancellable(() -> call.cancel(true));
            var _ = call.whenComplete((answer, failure) -> emit(emitter, answer, failure));
        });
    }

    private static void emit(SingleEmitter<byte[]> emitter, byte[] answer, Throwable failure) {
        if (failure == null) {
            emitter.onSuccess(answer);
        } else {
            var _ = emitter.tryOnError(
                    failure); // onError would report the failure of a call that is no longer wanted as a defect
        }
    }

    private static List<byte[]> answers(Object[] zipped) {
        return Arrays.stream(zipped).map(byte[].class::cast).toList();
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
