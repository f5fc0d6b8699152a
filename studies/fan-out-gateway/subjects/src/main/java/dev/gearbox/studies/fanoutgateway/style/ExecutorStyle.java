package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.Progress;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The calls run on a pool that all requests share, by {@code invokeAll}; the request's thread waits for all four and joins. The pool's queue is bounded
 * by the requests that the gateway admits.
 *
 * <pre>
 *   request's thread   |- invokeAll ........ waits ........|- joins -|
 *   pool, any thread              |-- posts ----|
 *   pool, any thread              |-- comments -|
 *   pool, any thread              |-- albums ------------|
 *   pool, any thread              |-- photos -------|
 * </pre>
 *
 * Card: the calls overlap. When one fails, the other three run to their end, and their answers are ignored; at the deadline, or when the client is
 * gone, {@code invokeAll} cancels those that are left. Calls that wait for others are made level by level, because {@code invokeAll} waits for all that it
 * was given: a level begins when the slowest call of the one before has ended.
 */
final class ExecutorStyle implements BlockingStyle {
    private final BlockingClient client;
    private final Composition composition;
    private final ExecutorService pool;

    ExecutorStyle(BlockingClient client, Limits limits, Composition composition) {
        this.client = client;
        this.composition = composition;
        pool = Executors.newFixedThreadPool(
                limits.threads(), Thread.ofPlatform().name("call-", 0).factory());
    }

    @Override
    public String name() {
        return "executor";
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.POOLED;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        Progress progress = new Progress(composition, user);
        List<Integer> level = progress.first();
        while (!progress.complete()) {
            List<String> targets = level.stream().map(progress::target).toList();
            level = progress.answered(level, invokeAll(targets, deadline));
        }
        return composition.join(user, progress.answers());
    }

    private List<byte[]> invokeAll(List<String> targets, ReplyDeadline deadline)
            throws GatewayFailure, InterruptedException {
        List<Callable<byte[]>> calls = new ArrayList<>();
        for (String target : targets) {
            calls.add(() -> client.get(target, deadline));
        }
        List<byte[]> answers = new ArrayList<>();
        for (Future<byte[]> call : pool.invokeAll(calls, deadline.remaining(), TimeUnit.NANOSECONDS)) {
            if (call.isCancelled()) {
                throw GatewayFailure.timeout();
            }
            try {
                answers.add(call.get());
            } catch (ExecutionException failed) {
                throw GatewayFailure.of(failed);
            }
        }
        return answers;
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
