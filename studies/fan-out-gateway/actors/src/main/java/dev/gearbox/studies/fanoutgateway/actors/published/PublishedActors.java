package dev.gearbox.studies.fanoutgateway.actors.published;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.published.PublishedCalls;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/**
 * The article's actors: one master for all requests, and a router with 8 workers for calls. The master joins when all four answers are there; the request's
 * thread waits on a latch of five, for four calls and the joins.
 *
 * <pre>
 *   request's thread   |- tells .................. waits ..........................|
 *   master                |tells four|                            |- join 1 -|- join 2 -|
 *   2 of the workers             |-- posts ----|
 *   2 of the workers             |-- comments -|
 *   2 of the workers             |-- albums ------------|
 *   2 of the workers             |-- photos -------|
 * </pre>
 *
 * The article had Akka 2.5, of which Pekko is a fork; its dispatcher is a pool of threads here, for the reason that the experts' form gives.
 *
 * <p>Card: experts object that all joins of all requests run on one actor; that a master who is late sees four complete events and joins each request up to four
 * times; that calls block the threads of the default dispatcher; that no call has a time-out; and that after a failure, which restarts an actor,
 * the request's thread waits forever. The other calls run to their end.
 */
final class PublishedActors implements BlockingStyle {
    private static final int WORKERS = 8;
    private static final int CALLS_AND_JOIN = 5;

    private final ActorSystem system;
    private final ActorRef master;

    PublishedActors(BlockingClient client, Composition composition) {
        PublishedCalls calls = new PublishedCalls(client, composition);
        system = CallWorker.system("published-actors");
        master = system.actorOf(Props.create(Master.class, () -> new Master(calls)), "master");
    }

    private record Begin(PublishedEvent event) {}

    private static final class Master extends AbstractActor {
        private final ActorRef workers;

        Master(PublishedCalls calls) {
            workers = CallWorker.router(getContext(), calls, WORKERS);
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(Begin.class, begin -> CallWorker.callAll(workers, begin.event, getSelf()))
                    .match(PublishedEvent.class, Master::answered)
                    .build();
        }

        /** Looks at what is there by now, not at what this message has brought. */
        private static void answered(PublishedEvent event) throws GatewayFailure {
            if (event.has("posts", "comments") && event.has("albums", "photos")) {
                event.joinFirst();
                event.joinSecond();
                event.resume();
                event.joined();
            }
        }
    }

    @Override
    public String name() {
        return "published-actors";
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.POOLED;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws InterruptedException {
        CountDownLatch parts = new CountDownLatch(CALLS_AND_JOIN);
        PublishedEvent event = new PublishedEvent(user, parts::countDown);
        master.tell(new Begin(event), ActorRef.noSender());
        parts.await();
        return event.reply().resultNow();
    }

    /** Calls under way end with their client. */
    @Override
    public void close() {
        system.terminate();
    }
}
