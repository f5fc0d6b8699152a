package dev.gearbox.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Erlang's formula against the stationary distribution of the birth-death chain, summed state by state. */
final class MMcQueueTest {
    private static final Offset<Double> ROUNDING = within(1e-9);

    /** States of the chain: with utilisation up to 0.99 the rest has a probability below 1e-17. */
    private static final int STATES = 6_000;

    @ParameterizedTest
    @CsvSource({
        "1, 0.5",
        "1, 0.99",
        "2, 0.1",
        "2, 0.7",
        "3, 0.95",
        "8, 0.5",
        "16, 0.9",
        "64, 0.8",
        "64, 0.99",
        "500, 0.97"
    })
    void agrees_with_the_chain(int servers, double utilisation) {
        double service = 0.02;
        var queue = new MMcQueue(servers * utilisation / service, service, servers);
        double[] chain = chain(queue.rate(), service, servers);
        double delayed = 0;
        double waiting = 0;
        for (int n = servers; n < STATES; n++) {
            delayed += chain[n];
            waiting += (n - servers) * chain[n];
        }
        assertThat(queue.utilisation()).isCloseTo(utilisation, ROUNDING);
        assertThat(queue.delayProbability()).isCloseTo(delayed, ROUNDING);
        assertThat(queue.meanQueue()).isCloseTo(waiting, withinPercentage(1e-6));
        assertThat(queue.meanWaitSeconds()).isCloseTo(waiting / queue.rate(), withinPercentage(1e-6));
        assertThat(queue.meanResponseSeconds()).isCloseTo(waiting / queue.rate() + service, withinPercentage(1e-6));
    }

    /** The stationary distribution of the number in the system: what flows up between two neighbours flows down. */
    private static double[] chain(double rate, double service, int servers) {
        double[] chain = new double[STATES];
        double sum = 0;
        // From the most likely state in both directions, so that nothing overflows.
        int top = (int) Math.min(servers, rate * service);
        chain[top] = 1;
        for (int n = top; n > 0; n--) {
            chain[n - 1] = chain[n] * Math.min(n, servers) / (rate * service);
        }
        for (int n = top + 1; n < STATES; n++) {
            chain[n] = chain[n - 1] * rate * service / Math.min(n, servers);
        }
        for (double state : chain) {
            sum += state;
        }
        for (int n = 0; n < STATES; n++) {
            chain[n] /= sum;
        }
        return chain;
    }

    /** A request that finds n at c servers waits for n - c + 1 departures, which come at rate c / s: a Poisson count. */
    @ParameterizedTest
    @CsvSource({"1, 0.5, 0.01", "2, 0.7, 0.02", "8, 0.9, 0.005", "64, 0.97, 0.003"})
    void the_distribution_of_the_wait_is_that_of_departures(int servers, double utilisation, double seconds) {
        double service = 0.02;
        var queue = new MMcQueue(servers * utilisation / service, service, servers);
        double[] chain = chain(queue.rate(), service, servers);
        double departures = servers / service * seconds;
        double count = Math.exp(-departures);
        double fewer = 0;
        double longer = 0;
        for (int ahead = 0; servers + ahead < STATES; ahead++) {
            fewer += count;
            longer += chain[servers + ahead] * fewer;
            count *= departures / (ahead + 1);
        }
        assertThat(queue.waitsLonger(seconds)).isCloseTo(longer, ROUNDING);
        assertThat(queue.waitsLonger(queue.waitQuantileSeconds(0.999))).isCloseTo(0.001, ROUNDING);
        assertThat(queue.waitQuantileSeconds(0)).isZero();
    }

    @Test
    void one_server_answers_in_an_exponential_time() {
        var queue = new MMcQueue(50, 0.01, 1);
        assertThat(queue.respondsLater(0.03)).isCloseTo(Math.exp(-50 * 0.03), ROUNDING);
        assertThat(queue.responseQuantileSeconds(0.99)).isCloseTo(Math.log(100) / 50, ROUNDING);
        assertThat(queue.responseQuantileSeconds(0.5)).isCloseTo(Math.log(2) / 50, ROUNDING);
    }

    /** The response is the service alone, or the service and an exponential wait: integrated over the service, second by second. */
    @ParameterizedTest
    @CsvSource({"2, 0.5", "4, 0.75", "4, 0.9", "64, 0.95"})
    void the_distribution_of_the_response_is_that_of_the_sum(int servers, double utilisation) {
        var queue = new MMcQueue(servers * utilisation, 1, servers);
        double seconds = 2.5;
        int steps = 100_000;
        double later = Math.exp(-seconds);
        for (int i = 0; i < steps; i++) {
            double service = (i + 0.5) * seconds / steps;
            later += Math.exp(-service) * queue.waitsLonger(seconds - service) * seconds / steps;
        }
        assertThat(queue.respondsLater(seconds)).isCloseTo(later, ROUNDING);
        assertThat(queue.respondsLater(queue.responseQuantileSeconds(0.99))).isCloseTo(0.01, ROUNDING);
    }

    @Test
    void a_full_queue_grows_without_limit() {
        for (var queue : new MMcQueue[] {new MMcQueue(100, 0.02, 2), new MMcQueue(101, 0.02, 2)}) {
            assertThat(queue.delayProbability()).isEqualTo(1);
            assertThat(queue.meanWaitSeconds()).isInfinite();
            assertThat(queue.meanQueue()).isInfinite();
            assertThat(queue.waitsLonger(1e6)).isEqualTo(1);
            assertThat(queue.waitQuantileSeconds(0.5)).isInfinite();
            assertThat(queue.respondsLater(1e6)).isEqualTo(1);
            assertThat(queue.responseQuantileSeconds(0.5)).isInfinite();
        }
    }

    @Test
    void nothing_waits_where_nothing_comes() {
        var idle = new MMcQueue(0, 0.02, 2);
        assertThat(idle.delayProbability()).isZero();
        assertThat(idle.meanWaitSeconds()).isZero();
        assertThat(idle.meanQueue()).isZero();
        assertThat(idle.waitQuantileSeconds(0.99)).isZero();
        assertThat(idle.responseQuantileSeconds(0.5)).isCloseTo(0.02 * Math.log(2), ROUNDING);
    }

    @Test
    void refuses_what_makes_no_sense() {
        assertThatThrownBy(() -> new MMcQueue(-1, 1, 1)).hasMessageStartingWith("rate: -1.0");
        assertThatThrownBy(() -> new MMcQueue(1, 0, 1)).hasMessageStartingWith("service: 0.0");
        assertThatThrownBy(() -> new MMcQueue(1, 1, 0)).hasMessageStartingWith("servers: 0");
        assertThatThrownBy(() -> new MMcQueue(1, 1, 2).waitQuantileSeconds(1)).hasMessageStartingWith("share: 1.0");
    }
}
