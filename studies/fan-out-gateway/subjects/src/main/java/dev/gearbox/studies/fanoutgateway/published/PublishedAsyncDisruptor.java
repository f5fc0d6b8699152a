package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.style.AsyncStyle;
import java.util.concurrent.CompletableFuture;

/**
 * The article's Disruptor with asynchronous reply: the four stages of calls of a {@link PublishedRing}, then both joins side by side, then a handler that merges
 * and resumes the reply; twelve handlers together.
 *
 * <pre>
 *   server's loop      |- publishes -|                                                                |- writes -|
 *   3 handlers                       |- posts -|
 *   1 handler                                  |- comments -|
 *   3 handlers                                              |- albums -|
 *   2 handlers                                                         |- photos -|
 *   1 handler                                                                     |- join 1 -|
 *   1 handler                                                                     |- join 2 -|
 *   1 handler                                                                                |- merges -|
 * </pre>
 *
 * Card: what experts object to is the same as for {@link PublishedDisruptor}: a thread less waits, but the calls still run one after another, and after a failure
 * no reply is resumed. When the ring is full, the server's loop is blocked.
 */
final class PublishedAsyncDisruptor implements AsyncStyle {
    private final PublishedRing ring;

    PublishedAsyncDisruptor(BlockingClient client, Composition composition) {
        ring = new PublishedRing(
                new PublishedCalls(client, composition),
                calls -> calls.then(
                                PublishedRing.stage(PublishedRing.Request::joinFirst),
                                PublishedRing.stage(PublishedRing.Request::joinSecond))
                        .then(PublishedRing.stage(PublishedRing.Request::resume)));
    }

    @Override
    public String name() {
        return "published-disruptor-async";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        PublishedRing.Request request = new PublishedRing.Request(user, () -> {});
        ring.publish(request);
        return request.reply();
    }

    @Override
    public void close() {
        ring.close();
    }
}
