package dev.gearbox.theory.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.theory.MG1Queue;
import dev.gearbox.theory.simulate.Overheads.Dispatch;
import dev.gearbox.theory.simulate.Overheads.WakeUp;
import dev.gearbox.theory.simulate.RandomTime.Constant;
import org.junit.jupiter.api.Test;

/** The costs of changes between threads in the simulation, against what can be calculated. */
final class OverheadsTest {
    private static final int REQUESTS = 300_000;
    private static final long SEED = 20261125;
    private static final double RATE = 0.5;

    private static Overheads waking(double idle, double busy, double delay) {
        return new Overheads(new WakeUp(idle, busy, delay), Dispatch.FREE, 0);
    }

    private static Overheads dispatching(double seconds) {
        return new Overheads(WakeUp.FREE, new Dispatch(seconds, WakeUp.FREE), 0);
    }

    private static SimulatedRun run(Threads threads, int cores, RandomTime compute, Overheads overheads) {
        return new SimulatedServer(threads, cores, Double.POSITIVE_INFINITY, overheads)
                .serve(new Demand.Open(RATE), Task.computing(compute), REQUESTS, SEED);
    }

    /**
     * A queue whose first service after idleness is longer (P. D. Welch, "On a generalized M/G/1 queuing process in which the first customer of each busy period
     * receives exceptional service", Operations Research 12, 1964): it is idle for (1 - λs) / (1 - λs + λs₀) of the time.
     */
    @Test
    void a_loop_pays_for_a_wake_up_only_when_it_was_idle() {
        double wake = 0.6;
        SimulatedRun run = run(new Threads.Reactors(1), 1, new Constant(1), waking(wake, wake, 0));
        double first = 1 + wake;
        double idle = (1 - RATE) / (1 - RATE + RATE * first);
        double wait = RATE / (2 * (1 - RATE)) + RATE * (first * first - 1) / (2 * (1 - RATE + RATE * first));
        double mean = wait + 1 + idle * wake;
        assertThat(run.utilisation()).isCloseTo(1 - idle, within(0.005));
        assertThat(run.meanSeconds()).isCloseTo(mean, within(4 * run.meanError()));
    }

    @Test
    void a_thread_of_its_own_always_pays() {
        SimulatedRun run = run(new Threads.PerRequest(), 2, new Constant(1), waking(0.6, 0.6, 0));
        assertThat(run.utilisation()).isCloseTo(RATE * 1.6 / 2, within(0.005));
    }

    /** Random arrivals find a core idle with the probability 1 - u, so u = rate * (1 + 0.6 * (1 - u) + 0.25 * u). */
    @Test
    void a_thread_pays_less_if_the_core_is_busy_with_another() {
        SimulatedRun run = run(new Threads.PerRequest(), 1, new Constant(1), waking(0.6, 0.25, 0));
        assertThat(run.utilisation()).isCloseTo(RATE * 1.6 / (1 + RATE * (0.6 - 0.25)), within(0.005));
    }

    /** It finds the next request waiting. */
    @Test
    void a_thread_that_never_sleeps_never_wakes_up() {
        SimulatedRun run = new SimulatedServer(new Threads.PerRequest(), 1, Double.POSITIVE_INFINITY, waking(5, 5, 7))
                .serve(new Demand.Open(2, 1), Task.computing(new Constant(1)), 1000, SEED);
        assertThat(run.utilisation()).isCloseTo(1, within(0.001));
    }

    @Test
    void a_delay_lengthens_the_response_and_needs_no_core() {
        SimulatedRun run = run(new Threads.PerRequest(), 64, new Constant(1), waking(0, 0, 3));
        assertThat(run.meanSeconds()).isCloseTo(4, within(1e-9));
        assertThat(run.utilisation()).isCloseTo(RATE / 64, within(0.001));
    }

    /** With a pool that never queues the selector alone is the queue. */
    @Test
    void one_selector_dispatches_one_request_at_a_time() {
        SimulatedRun run = run(new Threads.SelectorPool(1000), 1000, new Constant(5), dispatching(1.2));
        double mean = new MG1Queue(RATE, 1.2, 0).meanResponseSeconds() + 5;
        assertThat(run.meanSeconds()).isCloseTo(mean, within(4 * run.meanError()));
    }

    @Test
    void the_end_of_a_slice_costs_a_switch_only_if_another_thread_is_ready() {
        Overheads overheads = new Overheads(WakeUp.FREE, Dispatch.FREE, 0.1);
        SimulatedRun alone = new SimulatedServer(new Threads.PerRequest(), 1, 0.25, overheads)
                .serve(new Demand.Closed(1, new Constant(1)), Task.computing(new Constant(1)), 1000, SEED);
        assertThat(alone.meanSeconds()).isCloseTo(1, within(1e-9));
        SimulatedRun two = new SimulatedServer(new Threads.PerRequest(), 1, 0.5, overheads)
                .serve(new Demand.Closed(2, new Constant(1e-9)), Task.computing(new Constant(1)), 1000, SEED);
        assertThat(two.meanSeconds()).isGreaterThan(2.19);
    }

    @Test
    void costs_below_zero_are_refused() {
        assertThatThrownBy(() -> dispatching(-1)).hasMessageContaining("dispatch");
        assertThatThrownBy(() -> new Threads.SelectorPool(0)).hasMessageContaining("threads");
    }
}
