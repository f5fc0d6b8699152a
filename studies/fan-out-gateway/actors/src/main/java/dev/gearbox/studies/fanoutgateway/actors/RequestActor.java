package dev.gearbox.studies.fanoutgateway.actors;

import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/**
 * The actor of one request: begins the calls, gathers their answers, and stops when there is a reply, whether it is its own or one from elsewhere, such as
 * a cancellation. Nothing is shared between requests, so no actor is a bottleneck; the guardian only spawns.
 */
final class RequestActor extends AbstractBehavior<RequestActor.Event> {
    private final CompletableFuture<List<byte[]>> reply;
    private final List<Runnable> cancellations = new ArrayList<>();
    private final Calls calls;
    private final Progress progress;

    /** What an actor of a request receives. */
    sealed interface Event {}

    /**
     * An answer.
     *
     * @param call its index in {@link Composition#calls}
     * @param answer a single one
     */
    record Answered(int call, List<byte[]> answer) implements Event {}

    /** A call has failed. */
    record Failed(Throwable failure) implements Event {}

    private enum Replied implements Event {
        REPLIED
    }

    /** Begins calls. */
    interface Calls {
        /**
         * Begins a call, which ends with {@link Answered} or {@link Failed}.
         *
         * @param context of the actor that receives this event
         * @param call its index in {@link Composition#calls}
         * @param target what to ask the service for
         * @return cancels the call; does nothing after its end
         */
        Runnable begin(ActorContext<Event> context, int call, String target);
    }

    /** A request: how to make its calls, and where their answers go, in the order of the calls. */
    record Begin(int user, Composition composition, Calls calls, CompletableFuture<List<byte[]>> reply) {}

    private RequestActor(ActorContext<Event> context, Begin begin) {
        super(context);
        reply = begin.reply();
        calls = begin.calls();
        progress = new Progress(begin.composition(), begin.user());
        begin(progress.first());
        ActorRef<Event> self = context.getSelf();
        var _ = reply.whenComplete((_, _) -> self.tell(Replied.REPLIED));
    }

    /** Starts a system whose guardian spawns an actor for each request. */
    static ActorSystem<Begin> system(String name, Limits limits) {
        Behavior<Begin> guardian = Behaviors.setup(context -> Behaviors.receiveMessage(begin -> {
            context.spawnAnonymous(Behaviors.<Event>setup(child -> new RequestActor(child, begin)));
            return Behaviors.same();
        }));
        return ActorSystem.create(guardian, name, ActorSettings.of(limits));
    }

    @Override
    public Receive<Event> createReceive() {
        return newReceiveBuilder()
                .onMessage(Answered.class, this::answered)
                .onMessage(Failed.class, this::failed)
                .onMessage(Replied.class, _ -> Behaviors.stopped())
                .onSignal(PostStop.class, _ -> {
                    cancellations.forEach(Runnable::run);
                    return this;
                })
                .build();
    }

    private void begin(List<Integer> ready) {
        for (int call : ready) {
            cancellations.add(calls.begin(getContext(), call, progress.target(call)));
        }
    }

    private Behavior<Event> answered(Answered answered) {
        begin(progress.answered(answered.call(), answered.answer().getFirst()));
        if (progress.complete()) {
            reply.complete(progress.answers());
        }
        return this;
    }

    private Behavior<Event> failed(Failed failed) {
        reply.completeExceptionally(failed.failure());
        return this;
    }
}
