package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The article's executor: {@code invokeAll} of the four calls on a fixed pool that all requests share, of 16 threads or 24; the request's thread waits for all,
 * and joins.
 *
 * <pre>
 *   request's thread   |- invokeAll ........ waits ........|- join 1 -|- join 2 -|
 *   pool, any thread              |-- posts ----|
 *   pool, any thread              |-- comments -|
 *   pool, any thread              |-- albums ------------|
 *   pool, any thread              |-- photos -------|
 * </pre>
 *
 * Card: experts object that the queue of the pool has no bound, that no call has a time-out, and that a failure is printed and answered with an empty body of
 * status 200, which a load generator counts as success. The other calls run to their end.
 */
final class PublishedExecutor implements BlockingStyle {
    private final PublishedCalls calls;
    private final ExecutorService pool;
    private final String name;

    PublishedExecutor(BlockingClient client, Composition composition, int threads) {
        calls = new PublishedCalls(client, composition);
        pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("call-", 0).factory());
        name = threads == 16 ? "published-executor" : "published-executor-" + threads;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.POOLED;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws InterruptedException {
        List<Callable<byte[]>> four = new ArrayList<>();
        for (String service : Joins.SERVICES) {
            four.add(() -> calls.get(service));
        }
        return PublishedJoins.reply(user, () -> pool.invokeAll(four));
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
