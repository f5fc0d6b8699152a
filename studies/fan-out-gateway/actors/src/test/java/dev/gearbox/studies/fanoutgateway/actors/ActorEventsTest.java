package dev.gearbox.studies.fanoutgateway.actors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.studies.fanoutgateway.events.Delivery;
import dev.gearbox.studies.fanoutgateway.events.EventJob;
import dev.gearbox.studies.fanoutgateway.events.PipelineShape;
import dev.gearbox.subject.JobLog;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Actors handle each event once, though their mailboxes have far fewer slots than there are events. */
@Timeout(60)
class ActorEventsTest {
    private static final int ROUNDS = 2;
    private static final int EVENTS = 2_000;
    private static final int SLOTS = 16;

    @ParameterizedTest
    @CsvSource({"ONE, 1", "ONE, 4", "ONE, 16", "ALL, 1", "ALL, 4", "ALL, 16"})
    void every_event_is_handled_once(Delivery delivery, int consumers) throws InterruptedException {
        JobLog log = EventJob.run(
                ActorEvents::new,
                new PipelineShape(delivery, consumers, SLOTS, 1),
                ROUNDS,
                EVENTS,
                Duration.ofSeconds(30));
        assertThat(log.answer().get("errors")).hasToString("{}");
        assertThat((List<?>) log.answer().get("completed")).hasSize(ROUNDS);
    }
}
