package dev.gearbox.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published figures of pools and of an acceptor. */
final class PoolsTest {
    private static final double EXACT = 1e-9;
    private static final BoundedPool FIFTY = new BoundedPool(50, 0.5);

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0.5", "50, 0.5", "51, 1", "100, 1", "10000, 100"})
    void a_pool_of_50_serves_tasks_of_half_a_second_in_rounds(long tasks, double seconds) {
        assertThat(FIFTY.seconds(tasks)).isCloseTo(seconds, within(EXACT));
    }

    @Test
    void half_of_100_tasks_take_a_round_and_half_take_two() {
        assertThat(FIFTY.meanSeconds(100)).isCloseTo(0.75, within(EXACT));
        assertThat(FIFTY.meanSeconds(50)).isCloseTo(0.5, within(EXACT));
        assertThat(FIFTY.meanSeconds(75)).isCloseTo((50 * 0.5 + 25 * 1.0) / 75, within(EXACT));
    }

    @Test
    void a_pool_of_50_does_100_tasks_a_second() {
        assertThat(FIFTY.highestRate()).isCloseTo(100, within(EXACT));
    }

    @Test
    void an_elastic_pool_lets_all_tasks_wait_at_once_until_the_memory_ends() {
        var elastic = new ElasticPool(0.5, 0, 2, 100e3, 1e9);
        assertThat(elastic.mostTasks()).isEqualTo(10_000);
        assertThat(elastic.seconds(10_000)).isCloseTo(0.5, within(EXACT));
        assertThat(elastic.seconds(10_001)).isInfinite();
    }

    @Test
    void an_elastic_pool_adds_no_cores() {
        var elastic = new ElasticPool(0.4, 0.1, 8, 100e3, 1e9);
        assertThat(elastic.seconds(8)).isCloseTo(0.5, within(EXACT));
        assertThat(elastic.seconds(9)).isCloseTo(0.6, within(EXACT));
        assertThat(elastic.seconds(8_000)).isCloseTo(100.4, within(EXACT));
    }

    @Test
    void an_acceptor_that_takes_4_ms_admits_250_a_second() {
        assertThat(new AcceptorBound(4e-3).highestRate()).isCloseTo(250, within(EXACT));
        assertThat(new AcceptorBound(1.5e-3).highestRate()).isCloseTo(666.7, within(0.05));
        assertThat(new AcceptorBound(10e-6).highestRate()).isCloseTo(100_000, within(EXACT));
    }

    @Test
    void an_accept_queue_of_50_is_full_within_a_second() {
        assertThat(new AcceptorBound(4e-3).secondsUntilFull(300, 50)).isCloseTo(1, within(EXACT));
        assertThat(new AcceptorBound(4e-3).secondsUntilFull(250, 50)).isInfinite();
    }

    @Test
    void the_sizing_rule_gives_54_threads_where_16_were_published() {
        assertThat(PoolSizing.threads(8, 1, 0.576, 0.1)).isCloseTo(54.08, within(EXACT));
        assertThat(PoolSizing.threads(8, 0.5, 0.576, 0.1)).isCloseTo(27.04, within(EXACT));
        assertThat(PoolSizing.threads(8, 1, 0, 0.1)).isEqualTo(8);
    }

    @Test
    void so_many_threads_are_just_enough_for_the_cores() {
        assertThat(PoolSizing.highestRate(54, 8, 0.576, 0.1)).isCloseTo(79.88, within(0.01));
        assertThat(PoolSizing.highestRate(55, 8, 0.576, 0.1)).isCloseTo(80, within(EXACT));
        assertThat(PoolSizing.highestRate(16, 8, 0.576, 0.1)).isCloseTo(23.67, within(0.01));
    }

    @Test
    void eight_cores_run_two_requests_of_four_tasks_at_once() {
        assertThat(PoolSizing.requestsAtOnce(8, 4)).isEqualTo(2);
    }

    @Test
    void refuse_what_makes_no_sense() {
        assertThatThrownBy(() -> new BoundedPool(0, 1)).hasMessage("threads: 0 is too few: at least 1");
        assertThatThrownBy(() -> new AcceptorBound(0))
                .hasMessage("accept time: 0.0 is out of range: above 0, and finite");
        assertThatThrownBy(() -> PoolSizing.threads(8, 1.1, 1, 1))
                .hasMessage("utilisation: 1.1 is out of range: above 0, at most 1");
        assertThatThrownBy(() -> new ElasticPool(1, 1, 0, 1, 1)).hasMessageStartingWith("cores: 0");
    }
}
