package dev.gearbox.studies.fanoutgateway.published;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The article's Disruptor: a request is one event that goes through stages in order, eleven handlers together; each stage counts down a latch of six, on which the
 * request's thread waits.
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
 * Its worker pools were those of Disruptor 3.4, which 4 removed: here the handlers of a stage take the events by their sequence modulo their number. Unlike in a
 * pool, an event waits for its handler even if another is free. The article drew one user for the life of the JVM; here it is the
 * user of the request, so that answers can be checked.
 *
 * <p>Card: experts object that the four calls run one after another, that a slow one holds all events behind it, that no call has a time-out, and that a failure
 * ends its handler: neither that request nor any later one is answered, and when the ring is full none can be published.
 */
final class PublishedDisruptor implements BlockingStyle {
    private static final int SLOTS = 1024;
    private static final int STAGES = 6;

    private final PublishedCalls calls;
    private final Disruptor<Slot> disruptor;

    PublishedDisruptor(BlockingClient client, Composition composition) {
        calls = new PublishedCalls(client, composition);
        disruptor = new Disruptor<>(
                Slot::new,
                SLOTS,
                Thread.ofPlatform().name("call-", 0).factory(),
                ProducerType.MULTI,
                new BlockingWaitStrategy());
        disruptor
                .handleEventsWith(stage(3, request -> request.posts = calls.get("posts")))
                .then(stage(1, request -> request.comments = calls.get("comments")))
                .then(stage(3, request -> request.albums = calls.get("albums")))
                .then(stage(2, request -> request.photos = calls.get("photos")))
                .then(stage(1, Request::joinFirst))
                .then(stage(1, Request::joinSecond));
        disruptor.start();
    }

    private interface Step {
        void of(Request request) throws GatewayFailure, InterruptedException;
    }

    /** The handlers of a stage, each with a thread. What they throw reaches the default handler of exceptions, which ends that thread. */
    private static Handler[] stage(int handlers, Step step) {
        return IntStream.range(0, handlers)
                .mapToObj(index -> new Handler(handlers, index, step))
                .toArray(Handler[]::new);
    }

    private record Handler(int handlers, int index, Step step) implements EventHandler<Slot> {
        @Override
        public void onEvent(Slot slot, long sequence, boolean endOfBatch) throws GatewayFailure, InterruptedException {
            if (sequence % handlers == index) {
                Request request = Objects.requireNonNull(slot.request);
                step.of(request);
                request.stages.countDown();
            }
        }
    }

    private static final class Slot {
        private @Nullable Request request;
    }

    /** Passed from stage to stage by the sequences of the ring, and back by the latch. */
    private static final class Request {
        private final CountDownLatch stages = new CountDownLatch(STAGES);
        private final int user;
        private byte[] posts = {};
        private byte[] comments = {};
        private byte[] albums = {};
        private byte[] photos = {};
        private String first = "";
        private String second = "";

        Request(int user) {
            this.user = user;
        }

        void joinFirst() throws GatewayFailure {
            first = PublishedJoins.posts(user, posts, comments);
        }

        void joinSecond() throws GatewayFailure {
            second = PublishedJoins.albums(user, albums, photos);
        }
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
        Request request = new Request(user);
        disruptor.publishEvent((slot, _, published) -> slot.request = published, request);
        request.stages.await();
        return PublishedJoins.reply(user, request.first, request.second);
    }

    @Override
    public void close() {
        disruptor.halt();
    }
}
