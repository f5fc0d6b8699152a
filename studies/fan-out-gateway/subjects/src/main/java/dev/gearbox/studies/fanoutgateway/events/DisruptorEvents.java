package dev.gearbox.studies.fanoutgateway.events;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * LMAX Disruptor 4: a ring of slots that are made once, a single producer, and a handler for each consumer. Every handler reads every slot; for delivery to
 * one, that handler works on it which the sequence, modulo their number, selects (Disruptor 4 has no worker pools). Two rows, which differ in how
 * handlers wait: on the condition of a lock, the default, or by the steps of {@link BackOff}.
 *
 * <pre>
 *   producer        |claims a slot, fills it, publishes its sequence, wakes all that wait|
 *   handler 0                     |reads slots up to that sequence, as one batch| ...
 *   handler n                     |reads the same slots|                          ...
 * </pre>
 *
 * <p>Card: nothing is allocated for an event, and the ring holds one of each, however many receive it. The slowest handler keeps its slots from the producer, which then
 * sleeps for a nanosecond at a time, whatever the handlers do. For delivery to one, a slow event delays those of its own handler only, but no other
 * handler takes them. Experts object to more handlers than cores.
 */
final class DisruptorEvents implements EventPipeline {
    private final ConsumerThreads threads = new ConsumerThreads();
    private final Disruptor<Slot> disruptor;
    private final RingBuffer<Slot> ring;

    /** What the ring carries: an event, or the end of a round. */
    private static final class Slot {
        private long number;
        private @Nullable Round ends;

        void set(long event, @Nullable Round end) {
            number = event;
            ends = end;
        }
    }

    /**
     * A consumer.
     *
     * @param mask its sequences have the bits of its index under this mask: of all sequences with 0
     */
    private record Consumer(int index, int mask, EventDigest digest) implements EventHandler<Slot> {
        @Override
        public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
            Round round = slot.ends;
            if (round != null) {
                round.arrive(digest);
            } else if ((sequence & mask) == (index & mask)) {
                digest.handle(slot.number);
            }
        }
    }

    /** @param waiting how handlers wait for events */
    DisruptorEvents(PipelineShape shape, WaitStrategy waiting) {
        disruptor = new Disruptor<>(Slot::new, shape.slots(), threads, ProducerType.SINGLE, waiting);
        int mask = shape.delivery() == Delivery.ONE ? shape.consumers() - 1 : 0;
        disruptor.handleEventsWith(IntStream.range(0, shape.consumers())
                .mapToObj(index -> new Consumer(index, mask, new EventDigest(shape.mixes())))
                .toArray(Consumer[]::new));
        ring = disruptor.start();
    }

    @Override
    public void publish(long number) {
        put(number, null);
    }

    @Override
    public void end(Round round) {
        put(0, round);
    }

    private void put(long number, @Nullable Round end) {
        long sequence = ring.next();
        try {
            ring.get(sequence).set(number, end);
        } finally {
            ring.publish(sequence);
        }
    }

    @Override
    public void close() {
        disruptor.halt();
        threads.join();
    }
}
