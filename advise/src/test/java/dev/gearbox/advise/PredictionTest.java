package dev.gearbox.advise;

import static dev.gearbox.advise.KnownAdvice.DATABASE;
import static dev.gearbox.advise.KnownAdvice.ECHO;
import static dev.gearbox.advise.KnownAdvice.advise;
import static dev.gearbox.advise.KnownAdvice.prediction;
import static dev.gearbox.advise.KnownAdvice.workload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.advise.calibration.CalibrationFile;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.Range;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is predicted of single engines, with the costs of an invented machine: figures that follow from these by hand. */
final class PredictionTest {
    @Test
    void constant_waits_leave_little_uncertainty() {
        Range median = prediction(advise(workload(DATABASE + "wait-variation: 0\n")), "virtual")
                .p50Seconds();
        assertThat(median.low()).isGreaterThan(0.020);
        assertThat(median.high()).isLessThan(0.021);
    }

    /** Two loops are two queues of one server: their p99 is that of M/M/1, while threads share both cores. */
    @Test
    void p99_of_loops_that_share_nothing_is_longer() {
        Advice advice = advise(workload("connections: 500\nrate: 1500\ncpu: 1ms\ncpu-variation: 1\n"));
        double loops = prediction(advice, "reactors?threads=2").p99Seconds().value();
        double threads = prediction(advice, "threads").p99Seconds().value();
        assertThat(loops).isGreaterThan(1.5 * threads);
        assertThat(loops).isBetween(0.5 * 0.001 * Math.log(100) / 0.25, 2 * 0.001 * Math.log(100) / 0.25);
    }

    /** A loop that is busy finds the next request without sleeping; a thread of its own sleeps before each, but wakes no core that is busy. */
    @Test
    void busy_servers_pay_less_for_each_request() {
        Advice slow = advise(workload("connections: 100\nrate: 1000\n"));
        Advice fast = advise(workload("connections: 100\nrate: 100000\n"));
        assertThat(prediction(fast, "selector").ioSeconds().value())
                .isLessThan(0.8 * prediction(slow, "selector").ioSeconds().value());
        double threads = prediction(fast, "threads").ioSeconds().value();
        // 4 µs for the message, and 1 to 4 µs to wake up.
        assertThat(threads)
                .isBetween(5e-6, 8e-6)
                .isLessThan(prediction(slow, "threads").ioSeconds().value());
        assertThat(prediction(fast, "threads").highestRate().value()).isCloseTo(2 / 5e-6, within(1.0));
    }

    /** Of a hundred requests four come while their connection waits for its last answer, and wait up to 20 ms for that. */
    @Test
    void a_connection_answers_in_order() {
        String waits = "rate: 200\nwait: 20ms\nwait-variation: 0\nconnections: ";
        assertThat(prediction(advise(workload(waits + 100)), "virtual")
                        .p99Seconds()
                        .value())
                .isBetween(0.032, 0.038);
        assertThat(prediction(advise(workload(waits + 100000)), "virtual")
                        .p99Seconds()
                        .value())
                .isLessThan(0.021);
    }

    /** The core was idle before each request, and what the JVM does by itself is shared by few of them. */
    @Test
    void a_quiet_server_pays_more_for_each_request() {
        Prediction quiet = prediction(advise(workload("connections: 10\nrate: 20\n")), "selector");
        Prediction brisk = prediction(advise(workload("connections: 10\nrate: 20000\n")), "selector");
        // Of random idle times with a mean of 50 ms some are shorter than 10 ms: 4 * 0.99 + 6 * 0.90 µs, and 6 * 0.99 +
        // 14 * 0.90 µs.
        assertThat(quiet.ioSeconds().value() - 0.001 / 20 - 9.3e-6)
                .isCloseTo(brisk.ioSeconds().value(), within(2e-6));
        assertThat(quiet.p50Seconds().value() - 9.3e-6 - 18.5e-6)
                .isCloseTo(brisk.p50Seconds().value(), within(5e-6));
        assertThat(quiet.highestRate()).isEqualTo(brisk.highestRate());
    }

    /** Setting a timer and waking up again costs a platform thread 8 µs and a virtual one 12; both wake up 60 µs late, and the errors of the model apply to that. */
    @Test
    void a_wait_costs_a_second_wake_up_and_ends_late() {
        Advice waits = advise(workload("connections: 100000\nrate: 10000\nwait: 1ms\nwait-variation: 0\ncores: 4\n"));
        Advice none = advise(workload("connections: 100000\nrate: 10000\ncores: 4\n"));
        assertThat(prediction(waits, "threads").ioSeconds().value()
                        - prediction(none, "threads").ioSeconds().value())
                .isCloseTo(8e-6, within(1e-6));
        assertThat(prediction(waits, "virtual").ioSeconds().value()
                        - prediction(none, "virtual").ioSeconds().value())
                .isCloseTo(12e-6, within(2e-6));
        assertThat(prediction(waits, "virtual").p50Seconds().value()
                        - prediction(none, "virtual").p50Seconds().value())
                .isCloseTo(0.001 + 12e-6 + 60e-6, within(5e-6));
    }

    /** With one core the pool's thread runs as soon as the selector has left it; with two, at twice the rate, another one has to wake up, for 10 µs. */
    @Test
    void a_pool_on_one_core_waits_for_no_other_core() {
        double one = prediction(advise(workload("connections: 10\nrate: 2000\ncores: 1\n")), "selector-pool?threads=1")
                .p50Seconds()
                .value();
        double two = prediction(advise(workload("connections: 10\nrate: 4000\ncores: 2\n")), "selector-pool?threads=2")
                .p50Seconds()
                .value();
        assertThat(two - one).isCloseTo(10e-6, within(3e-6));
    }

    /** A selector and a thread of its pool wake up for each request. */
    @Test
    void each_thread_that_wakes_up_pays_for_the_idle_time() {
        String workload = "connections: 10\nrate: %d\ncores: %d\n";
        for (int cores = 1; cores <= 2; cores++) {
            double quiet = prediction(advise(workload(workload.formatted(20, cores))), "selector-pool?threads=" + cores)
                    .ioSeconds()
                    .value();
            double brisk = prediction(
                            advise(workload(workload.formatted(10000, cores))), "selector-pool?threads=" + cores)
                    .ioSeconds()
                    .value();
            assertThat(quiet - 0.001 / 20 - brisk).isCloseTo(2 * 9.3e-6, within(3e-6));
        }
    }

    @Test
    void delays_of_the_machine_are_in_the_tail_alone() {
        Prediction one = prediction(advise(workload("connections: 10\nrate: 1000\n")), "selector");
        assertThat(one.p50Seconds().value()).isLessThan(60e-6);
        assertThat(one.p99Seconds().value()).isGreaterThan(120e-6);
    }

    @Test
    void connections_cost_memory_and_too_many_of_them_threads() {
        Advice advice = advise(workload("connections: 100000\nrate: 1000\n"));
        assertThat(prediction(advice, "threads").obstacle()).contains("a platform thread for each connection");
        assertThat(prediction(advice, "virtual").memoryBytes().value())
                .isGreaterThan(prediction(advice, "selector").memoryBytes().value() + 500e6);
        assertThat(advice.assumptions()).anyMatch(text -> text.startsWith("Extrapolated to 100,000 connections"));
    }

    @Test
    void wider_costs_make_wider_intervals() {
        Advice exact = advise(ECHO);
        Advice wide = Advisor.advise(ECHO, SomeCosts.wide(), Set.of());
        for (String spec : List.of("selector", "threads", "virtual", "selector-pool?threads=2")) {
            Range narrow = prediction(exact, spec).cores();
            Range broad = prediction(wide, spec).cores();
            assertThat(broad.low()).isLessThan(narrow.low());
            assertThat(broad.high()).isGreaterThan(narrow.high());
            assertThat(broad.value()).isCloseTo(narrow.value(), within(1e-9));
        }
    }

    @Test
    void what_is_extrapolated_or_not_calibrated_says_so() {
        Advice more = advise(workload("connections: 100\nrate: 10000\ncores: 64\nsize: 1MiB\n"));
        assertThat(more.assumptions())
                .anyMatch(text -> text.startsWith("Extrapolated from 2 to 64 cores"))
                .anyMatch(text -> text.startsWith("Extrapolated to messages of 1 MiB"))
                .anyMatch(text -> text.startsWith("The intervals contain judgement. In trials"));
        Costs reference = CalibrationFile.reference();
        assertThat(Advisor.advise(ECHO, reference, Set.of()).assumptions().getFirst())
                .startsWith("This machine is not calibrated: reference costs")
                .endsWith("gearbox calibrate");
    }

    @Test
    void new_connections_cost_processor_time_and_threads_more() {
        DescribedWorkload churn = workload("connections: 100\nrate: 10000\nconnects: 1000\n");
        Advice advice = advise(churn);
        Advice quiet = advise(ECHO);
        double selector = prediction(advice, "selector").cores().value()
                - prediction(quiet, "selector").cores().value();
        double threads = prediction(advice, "threads").cores().value()
                - prediction(quiet, "threads").cores().value();
        assertThat(selector).isCloseTo(0.005, within(1e-6));
        assertThat(threads).isCloseTo(0.055, within(1e-6));
    }
}
