package dev.gearbox.studies.fanoutgateway.actors;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.style.AsyncStyle;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/**
 * Pekko actors with asynchronous reply: no thread waits. Each request is a {@link RequestActor}, to which the non-blocking calls are piped. It joins when
 * the last answer is there: the actors of all requests consume in parallel, on the threads of the default dispatcher.
 *
 * <pre>
 *   server's loop                         |tells|                                    |- writes -|
 *   default dispatcher: request's actor         |four calls|  |p| |c|  |f| |a|- joins -|
 *   client's loop                                          |posts||comments||photos||albums|
 * </pre>
 *
 * Card: the calls overlap. When one fails, when the deadline has passed, or when the client is gone, the request's actor stops, and cancels the calls that
 * are left. A call that waits for others is begun by that actor when it receives the last of their answers.
 */
final class AsyncActorsStyle implements AsyncStyle {
    private final AsyncClient client;
    private final Composition composition;
    private final ActorSystem<RequestActor.Begin> system;

    AsyncActorsStyle(AsyncClient client, Limits limits, Composition composition) {
        this.client = client;
        this.composition = composition;
        system = RequestActor.system("actors-async", limits);
    }

    @Override
    public String name() {
        return "actors-async";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        CompletableFuture<List<byte[]>> answers = new CompletableFuture<>();
        CompletableFuture<byte[]> overview =
                answers.thenApply(all -> join(user, all)); // on the thread of the request's actor
        var _ = overview.whenComplete((_, _) -> answers.cancel(true)); // does nothing if they are complete
        system.tell(new RequestActor.Begin(user, composition, this::begin, answers));
        return overview;
    }

    private Runnable begin(ActorContext<RequestActor.Event> context, int number, String target) {
        CompletableFuture<byte[]> call = client.get(target);
        context.pipeToSelf(
                call,
                (answer, failure) -> failure == null
                        ? new RequestActor.Answered(number, List.of(answer))
                        : new RequestActor.Failed(failure));
        return () -> call.cancel(true);
    }

    private byte[] join(int user, List<byte[]> answers) {
        try {
            return composition.join(user, answers);
        } catch (GatewayFailure failure) {
            throw new CompletionException(failure);
        }
    }

    @Override
    public void close() {
        system.terminate();
    }
}
