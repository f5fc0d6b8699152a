package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A virtual thread for each request and for each call, without a pool. The executor lives as long as the request, so that no call outlives it.
 *
 * <pre>
 *   request's virtual thread   |- starts four -|........ waits ........|- joins -|
 *   virtual thread                             |-- posts ----|
 *   virtual thread                             |-- comments -|
 *   virtual thread                             |-- albums ------------|
 *   virtual thread                             |-- photos -------|
 * </pre>
 *
 * Card: the calls overlap. When one fails, the other three are interrupted, and so cancelled. A call that waits for others blocks its virtual thread
 * until they have ended.
 *
 * @param client blocks virtual threads
 * @param composition of each request
 */
record VirtualThreadsStyle(BlockingClient client, Composition composition) implements BlockingStyle {
    @Override
    public String name() {
        return "virtual-threads";
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.VIRTUAL;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                return composition.join(user, answers(user, threads, deadline));
            } finally {
                threads.shutdownNow(); // interrupts what still runs, which is nothing unless a call failed
            }
        }
    }

    private List<byte[]> answers(int user, ExecutorService threads, ReplyDeadline deadline)
            throws GatewayFailure, InterruptedException {
        ExecutorCompletionService<byte[]> ended = new ExecutorCompletionService<>(threads);
        List<Future<byte[]>> calls = new ArrayList<>();
        for (Composition.Step call : composition.calls(user)) {
            List<Future<byte[]>> before = call.after().stream().map(calls::get).toList();
            calls.add(ended.submit(() -> client.get(call.target(await(before)), deadline)));
        }
        try {
            for (int i = 0; i < calls.size(); i++) {
                ended.take().get(); // in the order in which they end, so the first failure is noticed first
            }
        } catch (ExecutionException failed) {
            throw GatewayFailure.of(failed);
        }
        return calls.stream().map(Future::resultNow).toList();
    }

    private static List<byte[]> await(List<Future<byte[]>> calls) throws ExecutionException, InterruptedException {
        List<byte[]> answers = new ArrayList<>();
        for (Future<byte[]> call : calls) {
            answers.add(call.get());
        }
        return answers;
    }
}
