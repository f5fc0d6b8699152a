package dev.gearbox.studies.fanoutgateway.structured;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Progress;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;

/**
 * Structured concurrency: the calls are subtasks of a scope, each on a virtual thread, and none of them outlives the request.
 *
 * <pre>
 *   request's virtual thread   |- forks four -|........ joins ........|- joins the answers -|
 *   virtual thread                            |-- posts ----|
 *   virtual thread                            |-- comments -|
 *   virtual thread                            |-- albums ------------|
 *   virtual thread                            |-- photos -------|
 * </pre>
 *
 * Card: the calls overlap. When one fails, the scope is cancelled, which interrupts the other three. So does a client that is gone, by the interrupt of
 * the request's thread. The client ends each call at the deadline, so the scope needs no time-out.
 * Calls that wait for others are made level by level, a scope for each: no subtask may read the result of another before their scope has joined.
 *
 * <p>The API is that of JEP 505. JDK 26 returns a list from {@code join}, so this file is to be adapted for each JDK until the API is final.
 *
 * @param client blocks virtual threads
 * @param composition of each request
 */
record StructuredStyle(BlockingClient client, Composition composition) implements BlockingStyle {
    @Override
    public String name() {
        return "structured";
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.VIRTUAL;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        Progress progress = new Progress(composition, user);
        List<Integer> level = progress.first();
        while (!progress.complete()) {
            List<String> targets = level.stream().map(progress::target).toList();
            level = progress.answered(level, answers(targets, deadline));
        }
        return composition.join(user, progress.answers());
    }

    private List<byte[]> answers(List<String> targets, ReplyDeadline deadline)
            throws GatewayFailure, InterruptedException {
        try (var scope = StructuredTaskScope.open(Joiner.<byte[]>allSuccessfulOrThrow())) {
            for (String target : targets) {
                scope.fork(() -> client.get(target, deadline));
            }
            return scope.join().map(Subtask::get).toList(); // in the order of the forks
        } catch (StructuredTaskScope.FailedException failed) {
            throw GatewayFailure.of(Objects.requireNonNull(failed.getCause()));
        }
    }
}
