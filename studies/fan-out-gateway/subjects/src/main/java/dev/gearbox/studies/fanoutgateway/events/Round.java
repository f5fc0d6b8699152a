package dev.gearbox.studies.fanoutgateway.events;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A number of events, the unit of the job. Behind them the producer sends its end to every consumer, and a consumer that has received it hands in what it has
 * handled: so nothing is counted on the way that consumers would have to share, and no event of a round is left when it is over.
 */
public final class Round {
    private final Delivery delivery;
    private final EventDigest.Handled expected;
    private final CountDownLatch open;
    private EventDigest.Handled together = EventDigest.Handled.NOTHING;
    private Optional<String> failure = Optional.empty();

    /** @param expected what the consumers have to handle: together, or each */
    Round(PipelineShape shape, EventDigest.Handled expected) {
        delivery = shape.delivery();
        this.expected = expected;
        open = new CountDownLatch(shape.consumers());
    }

    /** Returns what the events 1 to that number make of a digest. */
    static EventDigest.Handled expected(PipelineShape shape, int events) {
        EventDigest digest = new EventDigest(shape.mixes());
        for (long number = 1; number <= events; number++) {
            digest.handle(number);
        }
        return digest.taken();
    }

    /** Called by a consumer that has received the end. */
    public void arrive(EventDigest digest) {
        EventDigest.Handled handled = digest.taken();
        synchronized (this) {
            together = together.plus(handled);
            if (delivery == Delivery.ALL && failure.isEmpty()) {
                failure = difference(handled);
            }
        }
        open.countDown();
    }

    /** The same where consumers share a queue: the caller takes nothing more until all have arrived, so that each receives one end. */
    void arriveAndWait(EventDigest digest) {
        arrive(digest);
        try {
            open.await();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until all consumers have arrived; false if they have not in that time. */
    boolean await(Duration atMost) throws InterruptedException {
        return open.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns what is wrong: events were {@code lost} or {@code doubled}, or {@code other} ones came; empty if each was handled once. */
    synchronized Optional<String> failure() {
        return delivery == Delivery.ALL ? failure : difference(together);
    }

    private Optional<String> difference(EventDigest.Handled handled) {
        if (handled.equals(expected)) {
            return Optional.empty();
        }
        int more = Long.compare(handled.count(), expected.count());
        return Optional.of(more < 0 ? "lost" : more > 0 ? "doubled" : "other");
    }
}
