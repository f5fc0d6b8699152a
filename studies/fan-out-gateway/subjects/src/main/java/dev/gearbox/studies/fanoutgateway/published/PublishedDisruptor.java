package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;
import java.util.concurrent.CountDownLatch;

/**
 * The article's Disruptor: a request is one event that goes through the stages of a {@link PublishedRing} in order, eleven handlers together; each stage counts
 * down a latch of six, on which the request's thread waits.
 *
 * <pre>
 *   request's thread   |- publishes ........................ waits .......................... |
 *   3 handlers                   |- posts -|
 *   1 handler                              |- comments -|
 *   3 handlers                                          |- albums -|
 *   2 handlers                                                     |- photos -|
 *   1 handler, 1 handler                                                      |- join 1 -|- join 2 -|
 * </pre>
 *
 * Card: experts object that the four calls run one after another, that a slow one holds all events behind it, that no call has a time-out, and that a failure
 * ends its handler: neither that request nor any later one is answered, and when the ring is full none can be published.
 */
final class PublishedDisruptor implements BlockingStyle {
    private static final int STAGES = 6;

    private final PublishedRing ring;

    PublishedDisruptor(BlockingClient client, Composition composition) {
        ring = new PublishedRing(
                new PublishedCalls(client, composition),
                calls -> calls.then(PublishedRing.stage(PublishedRing.Request::joinFirst))
                        .then(PublishedRing.stage(PublishedRing.Request::joinSecond)));
    }

    @Override
    public String name() {
        return "published-disruptor";
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.POOLED;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws InterruptedException {
        CountDownLatch stages = new CountDownLatch(STAGES);
        PublishedRing.Request request = new PublishedRing.Request(user, stages::countDown);
        ring.publish(request);
        stages.await();
        return request.joined();
    }

    @Override
    public void close() {
        ring.close();
    }
}
