package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleEmitter;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
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
 */
final class RxJavaStyle implements AsyncStyle {
    private final AsyncClient client;
    private final ExecutorService pool;
    private final Scheduler joins;

    RxJavaStyle(AsyncClient client, Limits limits) {
        this.client = client;
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
        List<Single<byte[]>> calls = Joins.SERVICES.stream().map(this::call).toList();
        Single<byte[]> overview =
                Single.zip(calls, RxJavaStyle::answers).observeOn(joins).map(answers -> Joins.overview(user, answers));
        CompletableFuture<byte[]> reply = new CompletableFuture<>();
        Disposable work = overview.subscribe(reply::complete, reply::completeExceptionally);
        var _ = reply.whenComplete((_, _) -> work.dispose());
        return reply;
    }

    /** A {@link Single#fromCompletionStage} could not be cancelled. */
    private Single<byte[]> call(String service) {
        return Single.create(emitter -> {
            CompletableFuture<byte[]> call = client.get(service);
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
