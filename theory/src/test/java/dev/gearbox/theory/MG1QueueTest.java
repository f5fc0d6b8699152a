package dev.gearbox.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The formula of Pollaczek and Khinchine against Lindley's recursion. */
final class MG1QueueTest {
    private static final int REQUESTS = 2_000_000;

    static Stream<Arguments> services() {
        return Stream.of(
                service("constant", 0, _ -> 1),
                service("log-normal", 0.25, RandomWaits.logNormal(0.25)),
                service("exponential", 1, RandomWaits::exponential),
                service("hyper-exponential", 4, RandomWaits.hyperExponential(4)));
    }

    private static Arguments service(String name, double variation, ToDoubleFunction<SplittableRandom> service) {
        return Arguments.argumentSet(name, variation, service);
    }

    /** The error of the simulation is below 3 %, so a wrong factor, such as 1 + v for (1 + v) / 2, fails. */
    @ParameterizedTest
    @MethodSource("services")
    void agrees_with_the_recursion(double variation, ToDoubleFunction<SplittableRandom> service) {
        for (double utilisation : new double[] {0.3, 0.8}) {
            var seen = RandomWaits.simulate(20261125, REQUESTS, 1, utilisation, service);
            assertThat(seen.error()).isLessThan(0.03 * seen.mean());
            assertThat(new MG1Queue(utilisation, 1, variation).meanWaitSeconds())
                    .isCloseTo(seen.mean(), within(3 * seen.error()));
        }
    }

    @Test
    void agrees_with_erlang_for_exponential_services() {
        assertThat(new MG1Queue(70, 0.01, 1).meanWaitSeconds())
                .isCloseTo(new MMcQueue(70, 0.01, 1).meanWaitSeconds(), within(1e-12));
        assertThat(new MG1Queue(70, 0.01, 1).meanResponseSeconds())
                .isCloseTo(new MMcQueue(70, 0.01, 1).meanResponseSeconds(), within(1e-12));
    }

    /** 1,000 requests a second of 20 µs, and one in a thousand of them blocks the loop for 20 ms: rate · E[S²] / 2 / (1 - ρ), by hand. */
    @Test
    void a_few_long_callbacks_enter_by_their_squares() {
        var loop = MG1Queue.ofTwoKinds(1_000, 20e-6, 20e-3, 0.001);
        double busy = 1_000 * (0.999 * 20e-6 + 0.001 * 20e-3);
        double meanSquare = 0.999 * 20e-6 * 20e-6 + 0.001 * 20e-3 * 20e-3;
        assertThat(loop.utilisation()).isCloseTo(busy, within(1e-12));
        assertThat(loop.meanWaitSeconds()).isCloseTo(1_000 * meanSquare / 2 / (1 - busy), within(1e-12));
        assertThat(loop.meanWaitSeconds()).isGreaterThan(1_000 * new MG1Queue(1_000, 20e-6, 0).meanWaitSeconds());
        assertThat(MG1Queue.ofTwoKinds(1_000, 20e-6, 20e-3, 0).squaredVariation())
                .isZero();
    }

    @Test
    void a_full_queue_grows_without_limit() {
        assertThat(new MG1Queue(100, 0.01, 0).meanWaitSeconds()).isInfinite();
        assertThat(new MG1Queue(100, 0.01, 0).meanResponseSeconds()).isInfinite();
        assertThat(new MG1Queue(0, 0.01, 1).meanWaitSeconds()).isZero();
    }

    @Test
    void refuses_what_makes_no_sense() {
        assertThatThrownBy(() -> new MG1Queue(1, 1, -1)).hasMessageStartingWith("squared variation: -1.0");
        assertThatThrownBy(() -> MG1Queue.ofTwoKinds(1, 1, 1, 1))
                .hasMessageStartingWith("share of heavy requests: 1.0");
    }
}
