package dev.gearbox.studies.fanoutgateway.actors.published;

import dev.gearbox.studies.fanoutgateway.actors.ActorSettings;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.published.PublishedCalls;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorContext;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.routing.RoundRobinPool;

/**
 * The worker of a published actor system: makes a call, which blocks it, puts the answer into the event that all share, and sends the event back. A failure is
 * thrown, so that the worker is restarted, and nothing is sent back.
 *
 * <p>Workers are behind a router that takes them in rotation. With 8 of them and four calls for each request, in the same order each time, a service always
 * meets the same two.
 */
final class CallWorker extends AbstractActor {
    private static final int THREADS = 24;

    private final PublishedCalls calls;

    private CallWorker(PublishedCalls calls) {
        this.calls = calls;
    }

    private record Call(PublishedEvent event, String service) {}

    /** Starts a system whose actors share 24 threads, blocked or not: the default of the article's Akka on its 8 cores. */
    static ActorSystem system(String name) {
        return ActorSystem.create(name, ActorSettings.pool(THREADS));
    }

    /** Starts workers behind a router, as children of an actor. */
    static ActorRef router(ActorContext parent, PublishedCalls calls, int workers) {
        Props one = Props.create(CallWorker.class, () -> new CallWorker(calls));
        return parent.actorOf(new RoundRobinPool(workers).props(one), "workers");
    }

    /** Hands out the four calls of a request; the answers go to {@code master}. */
    static void callAll(ActorRef router, PublishedEvent event, ActorRef master) {
        for (String service : Joins.SERVICES) {
            router.tell(new Call(event, service), master);
        }
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder().match(Call.class, this::make).build();
    }

    private void make(Call call) throws Exception {
        call.event.put(call.service, calls.get(call.service));
        getSender().tell(call.event, getSelf());
    }
}
