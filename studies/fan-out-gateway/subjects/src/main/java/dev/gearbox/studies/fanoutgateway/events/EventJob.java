package dev.gearbox.studies.fanoutgateway.events;

import dev.gearbox.subject.JobLog;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The job {@code event-pipeline} of one row. Its unit is a round of events: all are published, and every consumer has to have handled its part before the
 * next begins. The threads start before the job's clock and end after it.
 */
public final class EventJob {
    /** For the end of a round whose events have all been published. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private EventJob() {}

    /**
     * Runs the job.
     *
     * @param job {@link PipelineShape}, {@code rounds}, and {@code events} in each
     */
    static JobLog run(EventPipeline.Factory row, JsonNode job) throws InterruptedException {
        return run(
                row,
                PipelineShape.of(job),
                job.required("rounds").asInt(),
                job.required("events").asInt(),
                PATIENCE);
    }

    /**
     * Runs the job.
     *
     * @param rounds units
     * @param events in each
     * @param patience for the end of a round whose events have all been published
     */
    public static JobLog run(EventPipeline.Factory row, PipelineShape shape, int rounds, int events, Duration patience)
            throws InterruptedException {
        EventDigest.Handled expected = Round.expected(shape, events);
        JobLog log = new JobLog(rounds);
        log.begin();
        log.pause();
        try (EventPipeline pipeline = row.start(shape)) {
            log.resume();
            boolean goesOn = true;
            for (int i = 0; i < rounds && goesOn; i++) {
                goesOn = round(pipeline, new Round(shape, expected), events, patience, log);
            }
            log.pause();
        }
        log.resume();
        log.over();
        return log;
    }

    /** Returns whether the consumers have come to its end. If they have not in time, the rest of the job is left unfinished. */
    private static boolean round(EventPipeline pipeline, Round round, int events, Duration patience, JobLog log)
            throws InterruptedException {
        long begun = log.now();
        for (long number = 1; number <= events; number++) {
            pipeline.publish(number);
        }
        pipeline.end(round);
        boolean ended = round.await(patience);
        long now = log.now();
        Optional<String> failure = ended ? round.failure() : Optional.of("late");
        failure.ifPresentOrElse(log::failed, () -> log.completed(begun, now));
        return ended;
    }
}
