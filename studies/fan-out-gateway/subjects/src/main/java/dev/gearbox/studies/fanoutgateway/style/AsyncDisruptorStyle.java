package dev.gearbox.studies.fanoutgateway.style;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * with 503.
 */
final class AsyncDisruptorStyle implements AsyncStyle {
    private final AsyncClient client;
    private final Disruptor<Slot> disruptor;
    private final RingBuffer<Slot> ring;

    AsyncDisruptorStyle(AsyncClient client, Limits limits) {
        this.client = client;
        disruptor = new Disruptor<>(
                Slot::new,
                WaitingDisruptorStyle.slots(limits),
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
        List<CompletableFuture<byte[]>> calls = new ArrayList<>();
        for (int i = 0; i < Joins.SERVICES.size(); i++) {
            int service = i;
            CompletableFuture<byte[]> call = client.get(Joins.SERVICES.get(service));
            calls.add(call);
            var _ = call.whenComplete((answer, failure) -> {
                if (failure != null) {
                    request.reply.completeExceptionally(failure);
                } else if (!ring.tryPublishEvent((slot, _) -> slot.put(request, service, answer))) {
                    request.reply.completeExceptionally(GatewayFailure.overloaded());
                }
            });
        }
        var _ = request.reply.whenComplete((_, failure) -> {
            if (failure != null) {
                calls.forEach(call -> call.cancel(true));
            }
        });
        return request.reply;
    }

    /** What the ring carries: an answer, and from the gathering handler on the request, if that was its last one. It must not outlive its handlers. */
    private static final class Slot {
        private @Nullable Request request;
        private int service;
        private byte @Nullable [] answer;

        void put(Request of, int from, byte[] bytes) {
            request = of;
            service = from;
            answer = bytes;
        }

        void gather() {
            Request gathering = Objects.requireNonNull(request);
            gathering.answers[service] = answer;
            gathering.missing--;
            answer = null;
            request = gathering.missing == 0 ? gathering : null;
        }

        void join() {
            Request complete = request;
            request = null;
            if (complete != null && !complete.reply.isDone()) {
                complete.join();
            }
        }
    }

    /** Its answers belong to the gathering handler, and then to one joining handler. */
    private static final class Request {
        private final int user;
        private final CompletableFuture<byte[]> reply = new CompletableFuture<>();
        private final byte[][] answers = new byte[Joins.SERVICES.size()][];
        private int missing = answers.length;

        Request(int user) {
            this.user = user;
        }

        void join() {
            try {
                reply.complete(Joins.overview(user, Arrays.asList(answers)));
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
