package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.style.AsyncStyle;
import dev.gearbox.studies.fanoutgateway.style.DroppedFailures;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The article's RxJava as it was first measured: each call is subscribed on a pool of 16 threads and blocks one of them; three zips, whose joins run on the thread
 * of the pool that has finished last.
 *
 * <pre>
 *   server's loop      |- subscribes: four calls -|                      |- writes -|
 *   pool, any thread              |-- posts ----|
 *   pool, any thread              |-- comments -|- join 1 -|
 *   pool, any thread              |-- albums ------------|- join 2 -|
 *   pool, any thread              |-- photos -------|
 * </pre>
 *
 * Card: experts object that a reactive library is used to block threads, so that its capacity is that of {@link PublishedExecutor}, less the joins on the
 * pool; that no call has a time-out; and that a failure is answered with "Error" and status 200, which this row has from the printed form. The other calls
 * run to their end.
 */
final class PublishedBlockingRxJava implements AsyncStyle {
    private final PublishedCalls calls;
    private final ExecutorService pool;
    private final Scheduler scheduler;

    PublishedBlockingRxJava(BlockingClient client, Composition composition, int threads) {
        calls = new PublishedCalls(client, composition);
        RxJavaPlugins.setErrorHandler(DroppedFailures::log);
        pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("call-", 0).factory());
        scheduler = Schedulers.from(pool);
    }

    @Override
    public String name() {
        return "published-rxjava-blocking";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        return PublishedZips.reply(
                user, service -> Single.fromCallable(() -> calls.get(service)).subscribeOn(scheduler));
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
