package dev.gearbox.studies.fanoutgateway.events;

import java.util.List;
import java.util.stream.Stream;

/**
 * No hand-over: the producer does the work of all consumers. What the others need beyond this, on one core, is their hand-over.
 *
 * <pre>
 *   producer   |publishes, handles| |publishes, handles| ...
 * </pre>
 *
 * <p>Card: no other thread, no slot. It uses one core, however many there are.
 */
final class InPlaceEvents implements EventPipeline {
    private final List<EventDigest> digests;
    private final boolean all;
    private int next;

    InPlaceEvents(PipelineShape shape) {
        digests = Stream.generate(() -> new EventDigest(shape.mixes()))
                .limit(shape.consumers())
                .toList();
        all = shape.delivery() == Delivery.ALL;
    }

    @Override
    public void publish(long number) {
        if (all) {
            for (EventDigest digest : digests) {
                digest.handle(number);
            }
        } else {
            digests.get(next).handle(number);
            next = (next + 1) % digests.size();
        }
    }

    @Override
    public void end(Round round) {
        digests.forEach(round::arrive);
    }

    @Override
    public void close() {
        // has no threads
    }
}
