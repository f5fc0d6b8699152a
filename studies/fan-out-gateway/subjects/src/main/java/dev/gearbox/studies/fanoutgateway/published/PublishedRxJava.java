package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.style.AsyncStyle;
import dev.gearbox.studies.fanoutgateway.style.DroppedFailures;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleEmitter;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.CompletableFuture;

/**
 * The article's RxJava as its text prints it: non-blocking calls, each by a client and a connection of its own, and three zips, whose joins run on the event loop
 * that has delivered the last answer.
 *
 * <pre>
 *   server's loop     |- subscribes: four calls -|                                           |- writes -|
 *   client's loop                     |posts| |comments|- join 1 -| |photos| |albums|- join 2 -|
 * </pre>
 *
 * The article had RxJava 2 and RxNetty; here it is RxJava 3 and the study's non-blocking client, which has one event loop.
 *
 * <p>Card: experts object that a join blocks the event loop, and so the answers of all other calls; that every call connects anew, and copies its whole answer for
 * each piece; that no call has a time-out; and that a failure is answered with "Error" and status 200, which a load generator counts as success. The
 * other calls of that request are cancelled.
 */
final class PublishedRxJava implements AsyncStyle {
    private final AsyncClient client;

    /** @param client makes a client for each call */
    PublishedRxJava(AsyncClient client, Composition composition) {
        PublishedCalls.requireFour(composition);
        this.client = client;
        RxJavaPlugins.setErrorHandler(DroppedFailures::log);
    }

    @Override
    public String name() {
        return "published-rxjava";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        return PublishedZips.reply(user, this::call);
    }

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
            var _ = emitter.tryOnError(failure); // of a call that is no longer wanted: nothing
        }
    }

    @Override
    public void close() {
        // calls under way end with their client
    }
}
