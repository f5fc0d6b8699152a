package dev.gearbox.theory.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.gearbox.theory.BoundedPool;
import dev.gearbox.theory.ClosedLoop;
import dev.gearbox.theory.LittlesLaw;
import dev.gearbox.theory.MG1Queue;
import dev.gearbox.theory.MGkQueue;
import dev.gearbox.theory.MMcQueue;
import dev.gearbox.theory.PoolSizing;
import dev.gearbox.theory.simulate.RandomTime.Constant;
import dev.gearbox.theory.simulate.RandomTime.Exponential;
import dev.gearbox.theory.simulate.RandomTime.LogNormal;
import dev.gearbox.theory.simulate.RandomTime.TwoKinds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulation against what can be calculated: each formula that is exact, within four standard errors of a mean that is known to 2 %. */
final class SimulatedServerTest {
    private static final int REQUESTS = 1_000_000;
    private static final long SEED = 20261125;
    private static final Exponential SECOND = new Exponential(1);

    private static SimulatedRun run(Threads threads, int cores, Demand demand, Task task) {
        return new SimulatedServer(threads, cores).serve(demand, task, REQUESTS, SEED);
    }

    private static void agrees(SimulatedRun run, double mean) {
        assertThat(run.meanError()).isLessThan(0.02 * mean);
        assertThat(run.meanSeconds()).isCloseTo(mean, within(4 * run.meanError()));
    }

    @Test
    void one_loop_is_the_queue_of_pollaczek_and_khinchine() {
        for (RandomTime time : new RandomTime[] {new Constant(1), SECOND, new LogNormal(1, 2)}) {
            var run = run(new Threads.Reactors(1), 1, new Demand.Open(0.7), Task.computing(time));
            agrees(run, new MG1Queue(0.7, 1, time.squaredVariation()).meanResponseSeconds());
            assertThat(run.utilisation()).isCloseTo(0.7, within(0.005));
            assertThat(run.rate()).isCloseTo(0.7, within(0.005));
        }
    }

    /** Threads for all on sixteen cores wait in one queue as well, only elsewhere. */
    @Test
    void a_pool_is_erlangs_queue_and_so_is_a_thread_for_each_request() {
        var queue = new MMcQueue(14.4, 1, 16);
        for (Threads threads : new Threads[] {new Threads.Pool(16), new Threads.PerRequest()}) {
            var run = run(threads, 16, new Demand.Open(14.4), Task.computing(SECOND));
            agrees(run, queue.meanResponseSeconds());
            assertThat(run.quantileSeconds(0.5)).isCloseTo(queue.responseQuantileSeconds(0.5), withinPercentage(2));
            assertThat(run.quantileSeconds(0.99)).isCloseTo(queue.responseQuantileSeconds(0.99), withinPercentage(2));
        }
    }

    @Test
    void a_pool_with_constant_times_is_kimuras_queue() {
        var run = run(new Threads.Pool(8), 8, new Demand.Open(5.6), Task.computing(new Constant(1)));
        double wait = run.meanSeconds() - 1;
        assertThat(wait).isCloseTo(new MGkQueue(5.6, 1, 0, 8).meanWaitSeconds(), withinPercentage(2));
    }

    /** A request waits for its own loop even if others are idle: sixteen queues of one server, not one of sixteen. */
    @Test
    void loops_that_share_nothing_are_queues_of_their_own() {
        var run = run(new Threads.Reactors(16), 16, new Demand.Open(12.8), Task.computing(SECOND));
        agrees(run, new MMcQueue(0.8, 1, 1).meanResponseSeconds());
        assertThat(run.mostThreads()).isEqualTo(16);
    }

    /**
     * With short slices a core serves all at once, and the mean depends on the mean service time alone: s / (1 - ρ) (Kleinrock 1976, section 4.4). First come, first
     * served would be 1.75 and 3.25. Slices of 2 % are not infinitely short: they make a difference of about two of them.
     */
    @Test
    void short_time_slices_share_the_processor() {
        var server = new SimulatedServer(new Threads.PerRequest(), 1, 0.02);
        for (RandomTime time : new RandomTime[] {new Constant(1), new LogNormal(1, 2)}) {
            var run = server.serve(new Demand.Open(0.6), Task.computing(time), REQUESTS / 2, SEED);
            assertThat(run.meanSeconds()).isCloseTo(1 / (1 - 0.6), within(2.5 * 0.02 + 3 * run.meanError()));
        }
    }

    @Test
    void a_wait_that_blocks_occupies_a_thread_and_no_core() {
        Task task = new Task(RandomTime.NONE, SECOND, RandomTime.NONE, true);
        var run = run(new Threads.Pool(16), 1, new Demand.Open(14.4), task);
        agrees(run, new MMcQueue(14.4, 1, 16).meanResponseSeconds());
        assertThat(run.utilisation()).isZero();
    }

    /** Two visits to the loop and a wait that others do not notice: a network with product form (Jackson 1957), so the loop is an M/M/1 of twice the rate. */
    @Test
    void a_wait_that_does_not_block_occupies_neither() {
        Task task = new Task(SECOND, new Exponential(5), SECOND, false);
        agrees(run(new Threads.Reactors(1), 1, new Demand.Open(0.35), task), 5 + 2 / (1 - 2 * 0.35));
    }

    /** Random connections divide a Poisson process into one for each, so each is an M/M/1 of its own, however many threads and cores there are. */
    @Test
    void a_connection_answers_in_order() {
        var run = run(new Threads.PerRequest(), 64, new Demand.Open(8, 16), Task.computing(SECOND));
        agrees(run, new MG1Queue(0.5, 1, 1).meanResponseSeconds());
        var pool = run(
                new Threads.Pool(64),
                64,
                new Demand.Open(8, 16),
                new Task(RandomTime.NONE, SECOND, RandomTime.NONE, false));
        agrees(pool, new MG1Queue(0.5, 1, 1).meanResponseSeconds());
    }

    /** The loop is then a server for the sum of all three times, of mean 7 and variance 1 + 25 + 1. */
    @Test
    void a_wait_that_blocks_stops_a_loop() {
        Task task = new Task(SECOND, new Exponential(5), SECOND, true);
        var run = run(new Threads.Reactors(1), 1, new Demand.Open(0.1), task);
        agrees(run, new MG1Queue(0.1, 7, 27.0 / 49).meanResponseSeconds());
        assertThat(run.utilisation()).isCloseTo(0.2, within(0.005));
    }

    /** The number under way is a finite birth-death chain: each user who pauses may come, each thread may end. */
    @ParameterizedTest
    @CsvSource({"20, 5, 4", "4, 1, 1", "200, 10, 16"})
    void a_closed_loop_is_a_finite_chain(int users, double pause, int threads) {
        double[] chain = new double[users + 1];
        chain[0] = 1;
        double sum = 1;
        for (int n = 1; n <= users; n++) {
            chain[n] = chain[n - 1] * (users - n + 1) / pause / Math.min(n, threads);
            sum += chain[n];
        }
        double rate = 0;
        for (int n = 1; n <= users; n++) {
            rate += Math.min(n, threads) * chain[n] / sum;
        }
        var demand = new Demand.Closed(users, new Exponential(pause));
        var run = run(new Threads.Pool(threads), threads, demand, Task.computing(SECOND));
        agrees(run, new ClosedLoop(users, pause).responseSeconds(rate));
        assertThat(run.rate()).isCloseTo(rate, withinPercentage(1));
        assertThat(LittlesLaw.population(run.rate(), run.meanSeconds() + pause)).isCloseTo(users, withinPercentage(1));
    }

    /** 16 threads, 8 cores, waits of 576 ms and computing of 100 ms: the threads are the limit; with 54 the cores nearly are, and random times cost some of it. */
    @Test
    void the_sizing_rule_is_an_upper_limit() {
        Task task = Task.blocking(new Exponential(0.1), new Exponential(0.576));
        var demand = new Demand.Closed(500, RandomTime.NONE);
        double few = run(new Threads.Pool(16), 8, demand, task).rate();
        double many = run(new Threads.Pool(54), 8, demand, task).rate();
        assertThat(few).isCloseTo(PoolSizing.highestRate(16, 8, 0.576, 0.1), withinPercentage(1));
        assertThat(many)
                .isLessThan(0.98 * PoolSizing.highestRate(54, 8, 0.576, 0.1))
                .isGreaterThan(0.85 * PoolSizing.highestRate(54, 8, 0.576, 0.1));
    }

    /** Of 100 users of a pool of 50 half are always a round behind. */
    @Test
    void tasks_that_come_at_once_are_served_in_rounds() {
        Task task = new Task(RandomTime.NONE, new Constant(0.5), RandomTime.NONE, true);
        var run = new SimulatedServer(new Threads.Pool(50), 1)
                .serve(new Demand.Closed(100, RandomTime.NONE), task, 10_000, SEED);
        var pool = new BoundedPool(50, 0.5);
        assertThat(run.quantileSeconds(0)).isCloseTo(pool.seconds(100), within(1e-9));
        assertThat(run.quantileSeconds(1)).isCloseTo(pool.seconds(100), within(1e-9));
        assertThat(run.rate()).isCloseTo(pool.highestRate(), withinPercentage(1));
        assertThat(run.mostThreads()).isEqualTo(50);
    }

    /** One in a thousand takes a thousand times longer: on a loop all others wait, in a pool they pass. */
    @Test
    void few_heavy_requests_spoil_the_tail_of_a_loop() {
        Task task = Task.computing(new TwoKinds(new Constant(20e-6), new Constant(20e-3), 0.001));
        var demand = new Demand.Open(10_000);
        var loops = run(new Threads.Reactors(2), 2, demand, task);
        var pool = run(new Threads.Pool(20), 2, demand, task);
        var sliced = new SimulatedServer(new Threads.PerRequest(), 2, 1e-3).serve(demand, task, REQUESTS, SEED);
        assertThat(loops.meanError()).isLessThan(0.05 * loops.meanSeconds());
        assertThat(loops.meanSeconds())
                .isCloseTo(
                        MG1Queue.ofTwoKinds(5_000, 20e-6, 20e-3, 0.001).meanResponseSeconds(),
                        within(4 * loops.meanError()));
        assertThat(loops.quantileSeconds(0.9)).isGreaterThan(10 * pool.quantileSeconds(0.9));
        assertThat(pool.quantileSeconds(0.99)).isGreaterThan(2 * sliced.quantileSeconds(0.99));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void the_same_seed_gives_the_same_result(long seed) {
        var server = new SimulatedServer(new Threads.Pool(3), 2, 0.5);
        Task task = new Task(new LogNormal(1, 1), SECOND, new TwoKinds(SECOND, new Constant(9), 0.1), true);
        var one = server.serve(new Demand.Open(0.3), task, 10_000, seed);
        var two = server.serve(new Demand.Open(0.3), task, 10_000, seed);
        var other = server.serve(new Demand.Open(0.3), task, 10_000, seed + 100);
        assertThat(two.meanSeconds()).isEqualTo(one.meanSeconds());
        assertThat(two.quantileSeconds(0.99)).isEqualTo(one.quantileSeconds(0.99));
        assertThat(other.meanSeconds()).isNotEqualTo(one.meanSeconds());
    }

    /** The second server has more threads, so no request may be answered later: the same requests come to both. */
    @Test
    void servers_of_one_seed_get_the_same_requests() {
        var few = run(new Threads.Pool(2), 2, new Demand.Open(1.5), Task.computing(SECOND));
        var more = run(new Threads.Pool(3), 3, new Demand.Open(1.5), Task.computing(SECOND));
        for (double share = 0.01; share < 1; share += 0.01) {
            assertThat(more.quantileSeconds(share)).isLessThanOrEqualTo(few.quantileSeconds(share));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 2})
    void random_times_have_the_mean_and_the_variation_that_they_say(double variation) {
        var random = new SplittableRandom(SEED);
        for (RandomTime time : new RandomTime[] {
            new LogNormal(3, variation), SECOND, new TwoKinds(new Constant(1), new LogNormal(5, variation), 0.2)
        }) {
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < REQUESTS; i++) {
                double drawn = time.draw(random);
                sum += drawn;
                squares += drawn * drawn;
            }
            double mean = sum / REQUESTS;
            assertThat(mean).isCloseTo(time.mean(), withinPercentage(1));
            assertThat(squares / REQUESTS / mean / mean - 1).isCloseTo(time.squaredVariation(), within(0.1));
        }
    }

    @Test
    void refuses_what_makes_no_sense() {
        Task task = Task.computing(SECOND);
        var server = new SimulatedServer(new Threads.Pool(1), 1);
        assertThatThrownBy(() -> server.serve(new Demand.Open(1), task, 99, 1))
                .hasMessage("requests: 99 is too few: at least 100");
        assertThatThrownBy(() -> new SimulatedServer(new Threads.Pool(1), 0)).hasMessageStartingWith("cores: 0");
        assertThatThrownBy(() -> new SimulatedServer(new Threads.Pool(1), 1, 0))
                .hasMessageStartingWith("time slice: 0.0");
        assertThatThrownBy(() -> new Threads.Reactors(0)).hasMessageStartingWith("loops: 0");
        assertThatThrownBy(() -> new Demand.Open(0)).hasMessageStartingWith("rate: 0.0/s");
        assertThatThrownBy(() -> new Demand.Open(1, 0)).hasMessageStartingWith("connections: 0");
        assertThatThrownBy(() -> new Demand.Closed(0, SECOND)).hasMessageStartingWith("users: 0");
        assertThatThrownBy(() -> new Exponential(0)).hasMessageStartingWith("mean: 0.0");
        assertThatThrownBy(() -> new Constant(-1)).hasMessageStartingWith("constant time: -1.0");
        assertThatThrownBy(() -> new TwoKinds(SECOND, SECOND, 1.5)).hasMessageStartingWith("share of heavy requests");
    }
}
