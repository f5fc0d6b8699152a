package dev.gearbox.studies.fanoutgateway.actors;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Pekko actors, and a request's thread that waits for them. Each request is a {@link RequestActor}; each of its calls is a child of it, on a dispatcher for
 * actors that block.
 *
 * <pre>
 *   request's thread                         |- tells ........ waits ........|- joins -|
 *   default dispatcher: request's actor         |spawns four|  |p| |c|  |f| |a|
 *   blocking dispatcher: child                               |-- posts ----|
 *   blocking dispatcher: child                               |-- comments -|
 *   blocking dispatcher: child                               |-- albums ------------|
 *   blocking dispatcher: child                               |-- photos -------|
 * </pre>
 *
 * Card: the calls overlap. When one fails, the request is answered at once, and children that have not begun are stopped. No message interrupts a blocking
 * call: the others go on, until the deadline at most, and their answers are ignored. The same holds when the client is gone.
 * The request's actor spawns the child of a call that waits for others when it has received the last of their answers.
 */
final class WaitingActorsStyle implements BlockingStyle {
    private final BlockingClient client;
    private final Composition composition;
    private final ActorSystem<RequestActor.Begin> system;

    WaitingActorsStyle(BlockingClient client, Limits limits, Composition composition) {
        this.client = client;
        this.composition = composition;
        system = RequestActor.system("actors", limits);
    }

    @Override
    public String name() {
        return "actors";
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.POOLED;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        CompletableFuture<List<byte[]>> answers = new CompletableFuture<>();
        system.tell(new RequestActor.Begin(
                user,
                composition,
                (context, number, target) -> begin(context, new Call(number, target, deadline)),
                answers));
        try {
            return composition.join(user, answers.get(deadline.remaining(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            throw GatewayFailure.timeout();
        } catch (ExecutionException failed) {
            throw GatewayFailure.of(failed);
        } finally {
            answers.cancel(true);
        }
    }

    /** A call, and the message that begins it: a child that has not received it is stopped without making the call. */
    private record Call(int number, String target, ReplyDeadline deadline) {}

    private Runnable begin(ActorContext<RequestActor.Event> context, Call call) {
        ActorRef<Call> child = context.spawnAnonymous(
                calling(context.getSelf()), DispatcherSelector.fromConfig(ActorSettings.BLOCKING));
        child.tell(call);
        return () -> {}; // children stop with their parent
    }

    private Behavior<Call> calling(ActorRef<RequestActor.Event> parent) {
        return Behaviors.receiveMessage(call -> {
            parent.tell(make(call));
            return Behaviors.stopped();
        });
    }

    private RequestActor.Event make(Call call) throws InterruptedException {
        try {
            byte[] answer = client.get(call.target(), call.deadline());
            return new RequestActor.Answered(call.number(), List.of(answer));
        } catch (GatewayFailure | RuntimeException failure) {
            return new RequestActor.Failed(failure);
        }
    }

    /** Calls under way end with their client. */
    @Override
    public void close() {
        system.terminate();
    }
}
