package dev.gearbox.studies.fanoutgateway.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.subject.JobLog;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row delivers every event exactly once, to one consumer or to all; the job reports lost and duplicate events. */
@Timeout(60)
class EventJobTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ROUNDS = 3;

    /** Far more than slots, so that the producer has to wait for them. */
    private static final int EVENTS = 2_000;

    private static final int SLOTS = 16;

    static Stream<Arguments> rows() {
        return EventsMain.rows().stream()
                .flatMap(row -> Stream.of(Delivery.values())
                        .flatMap(delivery -> Stream.of(1, 4, SLOTS)
                                .map(consumers -> Arguments.argumentSet(
                                        row + " " + delivery + " " + consumers, row, delivery, consumers))));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void every_event_is_handled_once(String row, Delivery delivery, int consumers) throws InterruptedException {
        JobLog log = EventJob.run(
                EventsMain.row(row), new PipelineShape(delivery, consumers, SLOTS, 1), ROUNDS, EVENTS, PATIENCE);
        assertThat(log.answer().get("errors")).hasToString("{}");
        assertThat((List<?>) log.answer().get("completed")).hasSize(ROUNDS);
    }

    /** Hands over as another does, and changes what the test wants. */
    private static class Passing implements EventPipeline {
        private final EventPipeline inner;

        Passing(PipelineShape shape) {
            inner = new InPlaceEvents(shape);
        }

        @Override
        public void publish(long number) throws InterruptedException {
            inner.publish(number);
        }

        @Override
        public void end(Round round) throws InterruptedException {
            inner.end(round);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private static JobLog run(EventPipeline.Factory row, Duration patience) throws InterruptedException {
        return EventJob.run(row, new PipelineShape(Delivery.ONE, 4, SLOTS, 1), ROUNDS, EVENTS, patience);
    }

    @Test
    void a_row_that_loses_an_event_fails_its_round() throws InterruptedException {
        JobLog log = run(
                shape -> new Passing(shape) {
                    @Override
                    public void publish(long number) throws InterruptedException {
                        if (number != EVENTS / 2) {
                            super.publish(number);
                        }
                    }
                },
                PATIENCE);
        assertThat(log.answer().get("errors")).hasToString("{lost=3}");
        assertThat((List<?>) log.answer().get("completed")).isEmpty();
    }

    @Test
    void a_row_that_doubles_an_event_fails_its_round() throws InterruptedException {
        JobLog log = run(
                shape -> new Passing(shape) {
                    @Override
                    public void publish(long number) throws InterruptedException {
                        super.publish(number);
                        if (number == 1) {
                            super.publish(number);
                        }
                    }
                },
                PATIENCE);
        assertThat(log.answer().get("errors")).hasToString("{doubled=3}");
    }

    /** The other rounds never end: the lab counts them as unfinished. */
    @Test
    void a_row_that_never_comes_to_the_end_of_a_round_ends_the_job() throws InterruptedException {
        JobLog log = run(
                shape -> new Passing(shape) {
                    @Override
                    public void end(Round round) {
                        // gets lost
                    }
                },
                Duration.ofMillis(1));
        assertThat(log.answer().get("errors")).hasToString("{late=1}");
        assertThat((List<?>) log.answer().get("completed")).isEmpty();
    }
}
