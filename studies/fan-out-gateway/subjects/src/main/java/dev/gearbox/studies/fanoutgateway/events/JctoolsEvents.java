package dev.gearbox.studies.fanoutgateway.events;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.atomic.SpmcAtomicArrayQueue;
import org.jctools.queues.atomic.SpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Lock-free queues of JCTools: one for a single producer and several consumers, of which the first free one takes an event; for delivery to all, one for a
 * single producer and a single consumer for each.
 *
 * <pre>
 *   producer             |event| -- writes a slot --&gt; [ | | | ]
 *   consumer, any free           polls, {@link BackOff} if empty &lt;-- |   |handles|
 * </pre>
 *
 * <p>Card: an event is allocated, the queue is not touched by a lock, and wakes no thread: a consumer that finds nothing, and the producer that finds no slot,
 * spin, yield and sleep. Compare it with the ring that waits in the same way. Experts object that on few cores a thread that spins takes the
 * processor from the one that it waits for.
 */
final class JctoolsEvents implements EventPipeline {
    private final ConsumerThreads threads = new ConsumerThreads();
    private final BackOff full = new BackOff();
    private final List<MessagePassingQueue<Event>> queues;
    private final int consumers;
    private volatile boolean closed;

    /**
     * What a queue carries.
     *
     * @param ends the round of which it is the end; null: an event
     */
    private record Event(long number, @Nullable Round ends) {}

    JctoolsEvents(PipelineShape shape) {
        queues = Stream.generate(() -> JctoolsEvents.queue(shape))
                .limit(shape.queues())
                .toList();
        consumers = shape.consumers();
        List<Thread> started = IntStream.range(0, consumers)
                .mapToObj(consumer -> queues.get(consumer % queues.size()))
                .map(queue -> threads.newThread(() -> consume(queue, new EventDigest(shape.mixes()))))
                .toList();
        started.forEach(Thread::start);
    }

    private static MessagePassingQueue<Event> queue(PipelineShape shape) {
        return shape.delivery() == Delivery.ONE
                ? new SpmcAtomicArrayQueue<>(shape.slots())
                : new SpscAtomicArrayQueue<>(shape.slots());
    }

    private void consume(MessagePassingQueue<Event> queue, EventDigest digest) {
        BackOff empty = new BackOff();
        while (!closed) {
            Event event = queue.relaxedPoll();
            if (event == null) {
                empty.failed();
                continue;
            }
            empty.succeeded();
            Round round = event.ends();
            if (round == null) {
                digest.handle(event.number());
            } else {
                round.arriveAndWait(digest);
            }
        }
    }

    @Override
    public void publish(long number) {
        Event event = new Event(number, null);
        for (MessagePassingQueue<Event> queue : queues) {
            offer(queue, event);
        }
    }

    @Override
    public void end(Round round) {
        Event end = new Event(0, round);
        for (int consumer = 0; consumer < consumers; consumer++) {
            offer(queues.get(consumer % queues.size()), end);
        }
    }

    private void offer(MessagePassingQueue<Event> queue, Event event) {
        while (!queue.relaxedOffer(event)) {
            full.failed();
        }
        full.succeeded();
    }

    @Override
    public void close() {
        closed = true;
        threads.interrupt();
        threads.join();
    }
}
