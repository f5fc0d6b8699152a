package dev.gearbox.studies.fanoutgateway.published;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import com.lmax.disruptor.dsl.ProducerType;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The ring of the article's Disruptors, and the four stages of calls with which both begin. An event is a request; each stage waits for the one before.
 *
 * <pre>
 *   posts, 3 handlers -> comments, 1 handler -> albums, 3 handlers -> photos, 2 handlers -> joins
 * </pre>
 *
 * The stages were worker pools of Disruptor 3.4, which 4 removed: here the handlers of a stage take the events by their sequence modulo their number. Unlike
 * in a pool, an event waits for its handler even if another is free. The article drew one user for the life of the JVM, and with asynchronous reply another
 * one for each join; here it is the user of the request, so that answers can be checked. What a stage throws reaches the default handler of exceptions, which
 * ends its thread.
 */
final class PublishedRing implements AutoCloseable {
    private static final int SLOTS = 1024;

    private final Disruptor<Slot> disruptor;

    /**
     * Starts a ring.
     *
     * @param joins appends the last stages
     */
    PublishedRing(PublishedCalls calls, UnaryOperator<EventHandlerGroup<Slot>> joins) {
        disruptor = new Disruptor<>(
                Slot::new,
                SLOTS,
                Thread.ofPlatform().name("call-", 0).factory(),
                ProducerType.MULTI,
                new BlockingWaitStrategy());
        var _ = joins.apply(disruptor
                .handleEventsWith(stage(3, request -> request.posts = calls.get("posts")))
                .then(stage(1, request -> request.comments = calls.get("comments")))
                .then(stage(3, request -> request.albums = calls.get("albums")))
                .then(stage(2, request -> request.photos = calls.get("photos"))));
        disruptor.start();
    }

    /** What a stage does with a request. */
    interface Step {
        void of(Request request) throws GatewayFailure, InterruptedException;
    }

    /** Returns a stage of one handler. */
    static Handler stage(Step step) {
        return new Handler(1, 0, step);
    }

    private static Handler[] stage(int handlers, Step step) {
        return IntStream.range(0, handlers)
                .mapToObj(index -> new Handler(handlers, index, step))
                .toArray(Handler[]::new);
    }

    /** Publishes a request; blocks while the ring is full. */
    void publish(Request request) {
        disruptor.publishEvent((slot, _, published) -> slot.request = published, request);
    }

    /**
     * One of the handlers of a stage, with a thread of its own. It reports each event, because by default it would report all of a batch at its end, and the next
     * stage would wait for that; a worker of a pool took one event at a time.
     */
    static final class Handler implements EventHandler<Slot> {
        private final int handlers;
        private final int index;
        private final Step step;
        private Sequence progress = new Sequence();

        Handler(int handlers, int index, Step step) {
            this.handlers = handlers;
            this.index = index;
            this.step = step;
        }

        @Override
        public void setSequenceCallback(Sequence sequence) {
            progress = sequence;
        }

        @Override
        public void onEvent(Slot slot, long sequence, boolean endOfBatch) throws GatewayFailure, InterruptedException {
            if (sequence % handlers == index) {
                Request request = Objects.requireNonNull(slot.request);
                step.of(request);
                request.passed.run();
            }
            progress.set(sequence);
        }
    }

    /** A place of the ring. */
    static final class Slot {
        private @Nullable Request request;
    }

    /** Passed from stage to stage by the sequences of the ring. */
    static final class Request {
        private final CompletableFuture<byte[]> reply = new CompletableFuture<>();
        private final int user;
        private final Runnable passed;
        private byte[] posts = {};
        private byte[] comments = {};
        private byte[] albums = {};
        private byte[] photos = {};
        private String first = "";
        private String second = "";

        /** @param passed called at the end of each stage */
        Request(int user, Runnable passed) {
            this.user = user;
            this.passed = passed;
        }

        void joinFirst() throws GatewayFailure {
            first = PublishedJoins.posts(user, posts, comments);
        }

        void joinSecond() throws GatewayFailure {
            second = PublishedJoins.albums(user, albums, photos);
        }

        /** Returns the reply, after both joins. */
        byte[] joined() {
            return PublishedJoins.reply(user, first, second);
        }

        /** Completes the reply, after both joins. */
        void resume() {
            reply.complete(joined());
        }

        CompletableFuture<byte[]> reply() {
            return reply;
        }
    }

    @Override
    public void close() {
        disruptor.halt();
    }
}
