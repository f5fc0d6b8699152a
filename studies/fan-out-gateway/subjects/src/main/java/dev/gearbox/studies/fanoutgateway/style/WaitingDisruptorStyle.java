package dev.gearbox.studies.fanoutgateway.style;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.Progress;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * LMAX Disruptor 4 in the place of the executor's queue: each call is an event of its own, not a stage after others, so that the four overlap. The
 * request's thread waits for them and joins.
 *
 * <pre>
 *   request's thread   |- publishes four ...... waits ......|- joins -|
 *   ring                  [p][c][a][f]
 *   handler, any thread      |-- posts ----|
 *   handler, any thread      |-- comments -|
 *   handler, any thread      |-- albums ------------|
 *   handler, any thread      |-- photos -------|
 * </pre>
 *
 * Disruptor 4 has no worker pools: every handler sees every event. Its maintainers advise to take the sequence modulo the number of handlers, but then a
 * slow call would hold those after it. Here the first handler that comes takes the call out of its slot.
 *
 * <p>Card: the calls overlap. When one fails, the other three are interrupted, and so cancelled. A handler in a call does not advance, so after as many
 * further calls as the ring has slots no more can be published: such a request is answered with 503. A call that waits
 * for others is published by the request's thread when the last of them has ended.
 */
final class WaitingDisruptorStyle implements BlockingStyle {
    private final BlockingClient client;
    private final Composition composition;
    private final Disruptor<Slot> disruptor;
    private final RingBuffer<Slot> ring;

    WaitingDisruptorStyle(BlockingClient client, Limits limits, Composition composition) {
        this.client = client;
        this.composition = composition;
        disruptor = new Disruptor<>(
                Slot::new,
                slots(limits, composition),
                Thread.ofPlatform().name("call-", 0).factory(),
                ProducerType.MULTI,
                new BlockingWaitStrategy());
        disruptor.handleEventsWith(
                Stream.generate(Caller::new).limit(limits.threads()).toArray(Caller[]::new));
        ring = disruptor.start();
    }

    /** Returns the size of a ring for all calls of the requests that are in the gateway at most; a power of two, as rings are. */
    static int slots(Limits limits, Composition composition) {
        int events = limits.requests() * composition.calls().size();
        return Integer.highestOneBit(2 * events - 1);
    }

    @Override
    public String name() {
        return "disruptor";
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.POOLED;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        ExecutorCompletionService<Map.Entry<Integer, byte[]>> ended = new ExecutorCompletionService<>(this::publish);
        List<Future<?>> calls = new ArrayList<>();
        Progress progress = new Progress(composition, user);
        try {
            List<Integer> ready = progress.first();
            while (!progress.complete()) {
                for (int call : ready) {
                    String target = progress.target(call);
                    calls.add(ended.submit(() -> Map.entry(call, client.get(target, deadline))));
                }
                Future<Map.Entry<Integer, byte[]>> call = ended.poll(deadline.remaining(), TimeUnit.NANOSECONDS);
                if (call == null) {
                    throw GatewayFailure.timeout();
                }
                // In the order in which they end, so the first failure is noticed first.
                Map.Entry<Integer, byte[]> answer = call.get();
                ready = progress.answered(answer.getKey(), answer.getValue());
            }
            return composition.join(user, progress.answers());
        } catch (ExecutionException failed) {
            throw GatewayFailure.of(failed);
        } catch (RejectedExecutionException _) {
            throw GatewayFailure.overloaded();
        } finally {
            calls.forEach(call -> call.cancel(true));
        }
    }

    private void publish(Runnable call) {
        if (!ring.tryPublishEvent((slot, _, published) -> slot.call.set(published), call)) {
            throw new RejectedExecutionException("the ring is full");
        }
    }

    private static final class Slot {
        final AtomicReference<@Nullable Runnable> call = new AtomicReference<>();
    }

    /** One of the handlers, each of which has a thread. */
    private static final class Caller implements EventHandler<Slot> {
        private Sequence progress = new Sequence();

        @Override
        public void setSequenceCallback(Sequence sequence) {
            progress = sequence;
        }

        @Override
        public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
            Runnable call = slot.call.getAndSet(null);
            if (call != null) {
                progress.set(sequence); // the slot is free; otherwise a whole batch would be held until its end
                call.run();
                Thread.interrupted(); // an interrupt that was meant for this call would make the handler skip an event
            }
        }
    }

    @Override
    public void close() {
        disruptor.halt();
    }
}
