package dev.gearbox.studies.fanoutgateway.actors.published;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.published.PublishedCalls;
import dev.gearbox.studies.fanoutgateway.style.AsyncStyle;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/**
 * The article's actors with parallel consumers and asynchronous reply, which are in its code and not in its table: one master for all requests, a router with 6
 * workers for calls, and one actor for each of the two joins. The master resumes the reply when both parts are there.
 *
 * <pre>
 *   server's loop      |tells|                                                        |- writes -|
 *   master                   |tells four|    |tells|        |tells|               |resumes|
 *   3 of the workers                |-- posts ----|       (and albums)
 *   3 of the workers                |-- comments -|       (and photos)
 *   joining actor                                 |- join 1 -|
 *   joining actor                                        |- join 2 -|
 * </pre>
 *
 * <p>Card: what experts object to is the same as for {@link PublishedActors}: each join of all requests runs on one actor, and is repeated when its master is late,
 * and the reply is then resumed again, in vain. After a failure it is never resumed: the client waits forever. The article drew another user for each join; here it is
 * the user of the request, so that answers can be checked.
 */
final class PublishedAsyncActors implements AsyncStyle {
    private static final int WORKERS = 6;

    private final ActorSystem system;
    private final ActorRef master;

    PublishedAsyncActors(BlockingClient client, Composition composition) {
        PublishedCalls calls = new PublishedCalls(client, composition);
        system = CallWorker.system("published-actors-async");
        master = system.actorOf(Props.create(Master.class, () -> new Master(calls)), "master");
    }

    private record Begin(PublishedEvent event) {}

    private record Joined(PublishedEvent event) {}

    private static final class Master extends AbstractActor {
        private final ActorRef workers;
        private final ActorRef first =
                getContext().actorOf(Props.create(Joiner.class, () -> new Joiner(PublishedEvent::joinFirst)), "first");
        private final ActorRef second = getContext()
                .actorOf(Props.create(Joiner.class, () -> new Joiner(PublishedEvent::joinSecond)), "second");

        Master(PublishedCalls calls) {
            workers = CallWorker.router(getContext(), calls, WORKERS);
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(Begin.class, begin -> CallWorker.callAll(workers, begin.event, getSelf()))
                    .match(PublishedEvent.class, this::answered)
                    .match(Joined.class, joined -> joined.event.resume())
                    .build();
        }

        /** Looks at what is there by now, not at what this message has brought. */
        private void answered(PublishedEvent event) {
            if (event.has("posts", "comments")) {
                first.tell(event, getSelf());
            }
            if (event.has("albums", "photos")) {
                second.tell(event, getSelf());
            }
        }
    }

    private interface Join {
        void of(PublishedEvent event) throws GatewayFailure;
    }

    private static final class Joiner extends AbstractActor {
        private final Join join;

        Joiner(Join join) {
            this.join = join;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(PublishedEvent.class, this::join).build();
        }

        private void join(PublishedEvent event) throws GatewayFailure {
            join.of(event);
            getSender().tell(new Joined(event), getSelf());
        }
    }

    @Override
    public String name() {
        return "published-actors-async";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        PublishedEvent event = new PublishedEvent(user, () -> {});
        master.tell(new Begin(event), ActorRef.noSender());
        return event.reply();
    }

    /** Calls under way end with their client. */
    @Override
    public void close() {
        system.terminate();
    }
}
