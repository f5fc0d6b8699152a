package dev.gearbox.studies.fanoutgateway.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A round tells an event that is lost, doubled or replaced, whichever consumer has handled it. */
class RoundTest {
    private static final int EVENTS = 10;

    private static PipelineShape shape(Delivery delivery) {
        return new PipelineShape(delivery, 2, 4, 3);
    }

    private static Round round(Delivery delivery) {
        PipelineShape shape = shape(delivery);
        return new Round(shape, Round.expected(shape, EVENTS));
    }

    private static EventDigest digest(LongStream numbers) {
        EventDigest digest = new EventDigest(3);
        numbers.forEach(digest::handle);
        return digest;
    }

    private static LongStream all() {
        return LongStream.rangeClosed(1, EVENTS);
    }

    @Test
    void consumers_that_share_the_events_need_all_of_them_together() {
        Round round = round(Delivery.ONE);
        round.arrive(digest(LongStream.of(1, 9, 10)));
        round.arrive(digest(LongStream.rangeClosed(2, 8)));
        assertThat(round.failure()).isEmpty();
    }

    @Test
    void consumers_that_receive_all_need_them_each() {
        Round round = round(Delivery.ALL);
        round.arrive(digest(all()));
        round.arrive(digest(all()));
        assertThat(round.failure()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void an_event_that_is_lost_doubled_or_another_is_a_failure(Delivery delivery) {
        LongStream missing = all().skip(1);
        LongStream twice = LongStream.concat(LongStream.of(1), all());
        LongStream other = LongStream.concat(LongStream.of(2), all().skip(1));
        assertThat(List.of(missing, twice, other))
                .extracting(numbers -> {
                    Round round = round(delivery);
                    round.arrive(digest(numbers));
                    round.arrive(digest(delivery == Delivery.ALL ? all() : LongStream.empty()));
                    return round.failure().orElseThrow();
                })
                .containsExactly("lost", "doubled", "other");
    }

    /** What one consumer lost another must not make good. */
    @Test
    void events_of_one_consumer_do_not_count_for_another_that_should_have_received_all() {
        Round round = round(Delivery.ALL);
        round.arrive(digest(LongStream.concat(all(), all())));
        round.arrive(digest(LongStream.empty()));
        assertThat(round.failure()).hasValue("doubled");
    }

    @Test
    void a_round_is_over_when_all_have_arrived_and_their_tallies_begin_again() throws InterruptedException {
        Round round = round(Delivery.ONE);
        EventDigest digest = digest(all());
        round.arrive(digest);
        assertThat(round.await(Duration.ZERO)).isFalse();
        round.arrive(digest);
        assertThat(round.await(Duration.ZERO)).isTrue();
        assertThat(round.failure()).isEmpty();
    }

    @Test
    void numbers_that_a_ring_cannot_have_are_named() {
        assertThatThrownBy(() -> new PipelineShape(Delivery.ONE, 3, 1024, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 consumers, 1024 slots");
        assertThatThrownBy(() -> Delivery.named("some"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("delivery: one or all, not some");
    }
}
