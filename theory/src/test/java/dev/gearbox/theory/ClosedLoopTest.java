package dev.gearbox.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Little's law and the limits of closed loops, on the figures of the literature. */
final class ClosedLoopTest {
    private static final double EXACT = 1e-9;

    @ParameterizedTest
    @CsvSource({"1826, 1.62", "2553, 1.16"})
    void some_2950_handlers_are_what_the_published_rates_need(double rate, double seconds) {
        assertThat(LittlesLaw.population(rate, seconds)).isBetween(2_950.0, 2_970.0);
    }

    @Test
    void each_of_the_three_follows_from_the_other_two() {
        assertThat(LittlesLaw.seconds(50, 40)).isCloseTo(1.25, within(EXACT));
        assertThat(LittlesLaw.rate(50, 1.25)).isCloseTo(40, within(EXACT));
        assertThat(LittlesLaw.population(40, 1.25)).isCloseTo(50, within(EXACT));
    }

    /** Of the two published rates of one run, 2,553/s is the one that its 4,000 users make with their pause of 1 s and a response of 573 ms. */
    @Test
    void of_two_published_rates_one_fits_the_users() {
        var users = new ClosedLoop(4_000, 1);
        assertThat(users.rate(0.573)).isCloseTo(2_553, within(0.01 * 2_553));
        assertThat(users.rate(0.573)).isGreaterThan(1.3 * 1_826);
    }

    @Test
    void users_who_pause_a_second_make_at_most_one_request_a_second_each() {
        assertThat(new ClosedLoop(10_000, 1).highestRate(0, Double.POSITIVE_INFINITY))
                .isCloseTo(10_000, within(EXACT));
    }

    /** 50 users without pauses: threads or handlers / time that a request occupies one, and the published floor of the mean. */
    @ParameterizedTest
    @CsvSource({
        "executor of 16 and two calls of 200 ms, 16, 0.4, 1.25",
        "three handlers of a Disruptor and one call, 3, 0.2, 3.333",
        "one handler of a Disruptor and one call, 1, 0.2, 10",
        "two workers of Akka and one call, 2, 0.2, 5",
        "three of six workers of Akka and two calls, 3, 0.4, 6.667",
        "executor of 24 and two calls of 400 ms, 24, 0.8, 1.667",
        "executor of 24 and four calls of 400 ms, 24, 1.6, 3.333",
    })
    void the_bottleneck_sets_a_floor_under_the_mean(String row, int threads, double occupied, double floor) {
        double bottleneck = new BoundedPool(threads, occupied).highestRate();
        assertThat(new ClosedLoop(50, 0).leastResponseSeconds(0.2, bottleneck))
                .as(row)
                .isCloseTo(floor, within(0.0005));
    }

    @Test
    void few_users_see_an_empty_server() {
        assertThat(new ClosedLoop(1, 0).leastResponseSeconds(0.2, 40)).isCloseTo(0.2, within(EXACT));
        assertThat(new ClosedLoop(1, 0).highestRate(0.2, 40)).isCloseTo(5, within(EXACT));
    }

    @ParameterizedTest
    @CsvSource({
        // delay, KB, in flight, seconds as tabled for a link of 100 Mbit/s
        "0.3, 1, 1, 300", "0.3, 1, 4, 75", "0.3, 1, 16, 18.9", "0.3, 1, 64, 4.8", "0.3, 1, 1000, 0.3",
        "0.3, 50, 1, 304", "0.3, 50, 4, 76", "0.3, 50, 16, 19.2", "0.3, 50, 64, 4.9", "0.3, 50, 1000, 4",
        "0.05, 500, 1, 90", "0.05, 500, 4, 40", "0.05, 500, 64, 40", "0.05, 500, 1000, 40",
    })
    void a_batch_of_1000_pages_has_a_floor(double delay, double kilobytes, int inFlight, double seconds) {
        var floor = new FetchFloor(1_000, delay, kilobytes * 1_000, 100e6, 0, 2);
        assertThat(floor.seconds(inFlight)).isCloseTo(seconds, within(0.1));
    }

    @Test
    void work_on_pages_has_a_floor_of_its_own() {
        var floor = new FetchFloor(1_000, 0.3, 1_000, Double.POSITIVE_INFINITY, 8e-3, 2);
        assertThat(floor.seconds(1_000)).isCloseTo(4, within(EXACT));
        assertThat(floor.seconds(10)).isCloseTo(30, within(EXACT));
    }

    @Test
    void refuse_what_makes_no_sense() {
        assertThatThrownBy(() -> new ClosedLoop(0, 1)).hasMessageStartingWith("users: 0");
        assertThatThrownBy(() -> new ClosedLoop(1, 1).highestRate(0, 0)).hasMessageStartingWith("bottleneck: 0.0/s");
        assertThatThrownBy(() -> LittlesLaw.seconds(1, 0)).hasMessageStartingWith("rate: 0.0");
        assertThatThrownBy(() -> new FetchFloor(1, 0, 0, 0, 0, 1)).hasMessageStartingWith("link: 0.0 bit/s");
    }
}
