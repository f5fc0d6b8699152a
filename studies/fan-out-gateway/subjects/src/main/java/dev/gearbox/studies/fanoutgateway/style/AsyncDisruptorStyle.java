package dev.gearbox.studies.fanoutgateway.style;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.Progress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * LMAX Disruptor 4 for work in memory only: answers are events, and no handler waits for I/O. One handler gathers the answers of all requests, alone
 * and so without locks; behind it each complete request is joined by the handler that its sequence, modulo their number, selects.
 *
 * <pre>
 *   server's loop       |- four calls -|                                            |- writes -|
 *   client's loop                  |publishes posts| |comments| |photos| |albums|
 *   gathering handler                        |g|        |g|       |g|      |g|
 *   joining handler, one of them                                             |- joins -|
 * </pre>
 *
 * Joins need a core each, and every waiting handler wakes for every event, so there are no more of them than cores, whatever {@link Limits#threads} allows.
 *
 * <p>Card: the calls overlap. When one fails, the other three are cancelled. If the ring is full, the request whose answer cannot be published is answered
 * with 503. A call that waits for others is begun by the gathering handler, which receives the last of their answers.
 */
final class AsyncDisruptorStyle implements AsyncStyle {
    private final AsyncClient client;
    private final Composition composition;
    private final Disruptor<Slot> disruptor;
    private final RingBuffer<Slot> ring;

    AsyncDisruptorStyle(AsyncClient client, Limits limits, Composition composition) {
        this.client = client;
        this.composition = composition;
        disruptor = new Disruptor<>(
                Slot::new,
                WaitingDisruptorStyle.slots(limits, composition),
                Thread.ofPlatform().name("join-", 0).factory(),
                ProducerType.MULTI,
                new BlockingWaitStrategy());
        int joiners = Math.min(limits.threads(), Runtime.getRuntime().availableProcessors());
        disruptor
                .handleEventsWith((EventHandler<Slot>) (slot, _, _) -> slot.gather())
                .then(IntStream.range(0, joiners)
                        .mapToObj(index -> new Joiner(index, joiners))
                        .toArray(Joiner[]::new));
        ring = disruptor.start();
    }

    @Override
    public String name() {
        return "disruptor-async";
    }

    @Override
    public CompletableFuture<byte[]> overview(int user) {
        Request request = new Request(user);
        Map<Integer, String> first = new LinkedHashMap<>();
        request.progress.first().forEach(call -> first.put(call, request.progress.target(call)));
        first.forEach(request::begin); // from the first answer on, progress belongs to the gathering handler
        return request.reply;
    }

    /** What the ring carries: an answer, and from the gathering handler on the request, if that was its last one. It must not outlive its handlers. */
    private static final class Slot {
        private @Nullable Request request;
        private int call;
        private byte @Nullable [] answer;

        void put(Request of, int number, byte[] bytes) {
            request = of;
            call = number;
            answer = bytes;
        }

        void gather() {
            Request gathering = Objects.requireNonNull(request);
            gathering.answered(call, Objects.requireNonNull(answer));
            answer = null;
            request = gathering.progress.complete() ? gathering : null;
        }

        void join() {
            Request complete = request;
            request = null;
            if (complete != null && !complete.reply.isDone()) {
                complete.join();
            }
        }
    }

    /** Its progress belongs to the gathering handler, and then to one joining handler. */
    private final class Request {
        private final int user;
        private final CompletableFuture<byte[]> reply = new CompletableFuture<>();
        private final Progress progress;

        Request(int user) {
            this.user = user;
            progress = new Progress(composition, user);
        }

        void begin(int number, String target) {
            CompletableFuture<byte[]> call = client.get(target);
            var _ = call.whenComplete((answer, failure) -> {
                if (failure != null) {
                    reply.completeExceptionally(failure);
                } else if (!ring.tryPublishEvent((slot, _) -> slot.put(this, number, answer))) {
                    reply.completeExceptionally(GatewayFailure.overloaded());
                }
            });
            var _ = reply.whenComplete((_, failure) -> {
                if (failure != null) {
                    call.cancel(true);
                }
            });
        }

        void answered(int number, byte[] answer) {
            for (int next : progress.answered(number, answer)) {
                if (!reply.isDone()) {
                    begin(next, progress.target(next));
                }
            }
        }

        void join() {
            try {
                reply.complete(composition.join(user, progress.answers()));
            } catch (GatewayFailure | RuntimeException failure) {
                reply.completeExceptionally(failure);
            }
        }
    }

    private record Joiner(int index, int of) implements EventHandler<Slot> {
        @Override
        public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
            if (sequence % of == index) {
                slot.join();
            }
        }
    }

    @Override
    public void close() {
        disruptor.halt();
    }
}
