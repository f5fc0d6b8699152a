package dev.gearbox.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Approximations for several servers: where they are exact, and how far off they are elsewhere. */
final class MGkQueueTest {
    @ParameterizedTest
    @CsvSource({"0.3, 0", "0.8, 0.25", "0.8, 1", "0.95, 4"})
    void are_exact_for_one_server(double utilisation, double variation) {
        double exact = new MG1Queue(utilisation, 1, variation).meanWaitSeconds();
        var queue = new MGkQueue(utilisation, 1, variation, 1);
        assertThat(queue.meanWaitSeconds()).isCloseTo(exact, withinPercentage(1e-9));
        assertThat(queue.leeLongtonWaitSeconds()).isCloseTo(exact, withinPercentage(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"2, 0.3", "8, 0.8", "64, 0.95"})
    void are_exact_for_exponential_services(int servers, double utilisation) {
        double exact = new MMcQueue(servers * utilisation, 1, servers).meanWaitSeconds();
        var queue = new MGkQueue(servers * utilisation, 1, 1, servers);
        assertThat(queue.meanWaitSeconds()).isCloseTo(exact, withinPercentage(1e-9));
        assertThat(queue.leeLongtonWaitSeconds()).isCloseTo(exact, withinPercentage(1e-9));
        assertThat(queue.meanResponseSeconds()).isCloseTo(exact + 1, withinPercentage(1e-9));
    }

    /** Kimura's is within 1 % of the exact solution from half load on; Lee's and Longton's is up to 21 % below it. */
    @ParameterizedTest
    @CsvSource({"2, 0.5, 6", "2, 0.9, 1", "4, 0.7, 6", "8, 0.5, 21", "8, 0.7, 11", "8, 0.9, 3"})
    void come_close_to_the_exact_solution_for_constant_services(int servers, double utilisation, double leeLongton) {
        double exact = constantServices(servers, utilisation);
        var queue = new MGkQueue(servers * utilisation, 1, 0, servers);
        assertThat(queue.meanWaitSeconds()).isCloseTo(exact, withinPercentage(1));
        assertThat(queue.leeLongtonWaitSeconds()).isBetween((1 - leeLongton / 100) * exact, exact);
    }

    /** The exact solution for one server, which the next test relies on. */
    @Test
    void the_exact_solution_is_that_of_one_server() {
        assertThat(constantServices(1, 0.8))
                .isCloseTo(new MG1Queue(0.8, 1, 0).meanWaitSeconds(), withinPercentage(1e-6));
    }

    /**
     * The mean wait for services of exactly 1, after C. D. Crommelin (1932): those in service leave within 1, and those who come meanwhile are still there,
     * so the number in the system after 1 is max(n - c, 0) and a Poisson number of arrivals. Iterated to its stationary distribution.
     */
    private static double constantServices(int servers, double utilisation) {
        double rate = servers * utilisation;
        int states = (int) (4 * servers + 30 / (1 - utilisation));
        double[] arrivals = new double[states];
        arrivals[0] = Math.exp(-rate);
        for (int n = 1; n < states; n++) {
            arrivals[n] = arrivals[n - 1] * rate / n;
        }
        double[] chain = new double[states];
        chain[0] = 1;
        double moved = 1;
        while (moved > 1e-13) {
            double[] left = new double[states];
            for (int n = 0; n < states; n++) {
                left[Math.max(n - servers, 0)] += chain[n];
            }
            double[] next = new double[states];
            for (int n = 0; n < states; n++) {
                for (int old = 0; old <= n; old++) {
                    next[n] += left[old] * arrivals[n - old];
                }
            }
            moved = 0;
            for (int n = 0; n < states; n++) {
                moved += Math.abs(next[n] - chain[n]);
            }
            chain = next;
        }
        double mean = 0;
        for (int n = 0; n < states; n++) {
            mean += n * chain[n];
        }
        return LittlesLaw.seconds(mean, rate) - 1;
    }

    /** Services of great variation: Kimura's is within 5 % of the simulation or its error, Lee's and Longton's is up to 50 % above it. */
    @ParameterizedTest
    @CsvSource({"2, 0.5, 12", "2, 0.8, 3", "8, 0.5, 50", "8, 0.8, 14"})
    void come_close_to_a_simulation_of_varying_services(int servers, double utilisation, double leeLongton) {
        var seen = RandomWaits.simulate(20261125, 4_000_000, servers, utilisation, RandomWaits.hyperExponential(4));
        var queue = new MGkQueue(servers * utilisation, 1, 4, servers);
        assertThat(seen.error()).isLessThan(0.02 * seen.mean());
        assertThat(queue.meanWaitSeconds()).isCloseTo(seen.mean(), within(0.05 * seen.mean() + 3 * seen.error()));
        assertThat(queue.leeLongtonWaitSeconds()).isGreaterThan((1 + leeLongton / 100) * seen.mean());
    }

    @Test
    void a_full_queue_grows_without_limit_and_an_empty_one_does_not_wait() {
        assertThat(new MGkQueue(2, 1, 0.5, 2).meanWaitSeconds()).isInfinite();
        assertThat(new MGkQueue(2, 1, 0.5, 2).leeLongtonWaitSeconds()).isInfinite();
        assertThat(new MGkQueue(0, 1, 0.5, 2).meanWaitSeconds()).isZero();
        assertThat(new MGkQueue(0, 1, 0, 2).leeLongtonWaitSeconds()).isZero();
    }
}
