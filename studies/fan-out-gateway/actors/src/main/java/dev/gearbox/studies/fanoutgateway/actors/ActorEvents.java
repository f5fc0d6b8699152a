package dev.gearbox.studies.fanoutgateway.actors;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.gearbox.studies.fanoutgateway.events.Delivery;
import dev.gearbox.studies.fanoutgateway.events.EventDigest;
import dev.gearbox.studies.fanoutgateway.events.EventPipeline;
import dev.gearbox.studies.fanoutgateway.events.PipelineShape;
import dev.gearbox.studies.fanoutgateway.events.Round;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.MailboxSelector;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Pekko actors: each consumer is an actor, and each event a message. For delivery to one, the actors receive in turn; for delivery to all, each receives every one.
 *
 * <pre>
 *   producer                 |message| -- tells, schedules the actor --&gt; mailbox [ | | | ]
 *   dispatcher, any thread                                    |actor: handles up to 64 of its messages| |another actor| ...
 * </pre>
 *
 * <p>Card: a message is allocated for each event, and an envelope and a node for each receiver. The mailboxes are bounded, and the producer waits while that of
 * the next receiver is full; for delivery to one they share the slots of a queue. As many threads as actors. Experts object to bounded mailboxes: an
 * actor must not wait for one, and would rather be asked for more by its consumers. The producer here is no actor.
 */
final class ActorEvents implements EventPipeline {
    private static final String SETTINGS = """
            events {
              mailbox-type = "org.apache.pekko.dispatch.BoundedMailbox"
              mailbox-capacity = SLOTS
              mailbox-push-timeout-time = -1s # waits without a limit
            }
            pekko.actor.default-dispatcher.throughput = 64
            """;

    private final ActorSystem<Message> system;
    private final List<ActorRef<Message>> consumers;
    private final boolean all;
    private int next;

    private sealed interface Message {}

    private record Event(long number) implements Message {}

    private record End(Round round) implements Message {}

    ActorEvents(PipelineShape shape) {
        all = shape.delivery() == Delivery.ALL;
        CompletableFuture<List<ActorRef<Message>>> spawned = new CompletableFuture<>();
        system = ActorSystem.create(guardian(shape, spawned), "events", settings(shape));
        consumers = spawned.join();
    }

    private static Config settings(PipelineShape shape) {
        int slots = shape.delivery() == Delivery.ALL ? shape.slots() : shape.slots() / shape.consumers();
        Limits threads = new Limits(shape.consumers(), 1, 0, Limits.DEFAULT.deadline());
        return ConfigFactory.parseString(SETTINGS.replace("SLOTS", Integer.toString(slots)))
                .withFallback(ActorSettings.of(threads));
    }

    private static Behavior<Message> guardian(PipelineShape shape, CompletableFuture<List<ActorRef<Message>>> spawned) {
        return Behaviors.setup(context -> {
            spawned.complete(IntStream.range(0, shape.consumers())
                    .mapToObj(index -> context.spawn(
                            consumer(new EventDigest(shape.mixes())),
                            "consumer-" + index,
                            MailboxSelector.fromConfig("events")))
                    .toList());
            return Behaviors.ignore();
        });
    }

    private static Behavior<Message> consumer(EventDigest digest) {
        return Behaviors.receiveMessage(message -> {
            switch (message) {
                case Event event -> digest.handle(event.number());
                case End end -> end.round().arrive(digest);
            }
            return Behaviors.same();
        });
    }

    @Override
    public void publish(long number) {
        Event event = new Event(number);
        if (all) {
            for (ActorRef<Message> consumer : consumers) {
                consumer.tell(event);
            }
        } else {
            consumers.get(next).tell(event);
            next = (next + 1) % consumers.size();
        }
    }

    @Override
    public void end(Round round) {
        End end = new End(round);
        consumers.forEach(consumer -> consumer.tell(end));
    }

    @Override
    public void close() {
        system.terminate();
        var _ = system.getWhenTerminated().toCompletableFuture().join();
    }
}
