package dev.gearbox.studies.fanoutgateway.events;

/**
 * One producer and several consumers, one row of the table. A publication waits while all slots are taken. Both methods are called by the same thread;
 * each consumer handles its events in the order of their publication.
 */
public interface EventPipeline extends AutoCloseable {
    /** Starts one, with all its threads. */
    interface Factory {
        /** Starts one of that shape. */
        EventPipeline start(PipelineShape shape);
    }

    /** Hands an event over to one consumer or to all. */
    void publish(long number) throws InterruptedException;

    /** Hands the end of a round over to every consumer, behind all events before it. */
    void end(Round round) throws InterruptedException;

    /** Ends the threads. */
    @Override
    void close();
}
