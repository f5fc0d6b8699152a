package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import dev.gearbox.theory.simulate.Demand;
import dev.gearbox.theory.simulate.RandomTime;
import dev.gearbox.theory.simulate.SimulatedRun;
import dev.gearbox.theory.simulate.SimulatedServer;
import dev.gearbox.theory.simulate.Task;
import dev.gearbox.theory.simulate.Threads;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Predicts engines by simulation: once with all costs at the lower ends of their intervals, once with the best estimates, and once with the upper ends. The results span the
 * interval, which is then widened by what the model leaves out ({@link Models.Errors}).
 *
 * <p>Engines with the same queues and costs are simulated once. For use by one thread.
 */
final class Predictor {
    private static final int REQUESTS = 6000;
    private static final long SEED = 28;
    /** Above this share of the highest rate the simulated time is too short for the queue to settle, and so is any user's patience. */
    private static final double SETTLES = 0.98;
    /** The kernel's base slice for a handful of threads. */
    private static final double SLICE = 0.003;

    private static final double MEDIAN = 0.5;
    private static final double TAIL = 0.99;

    private final DescribedWorkload workload;
    private final Costs costs;
    private final Models models;
    private final Map<IntervalEnd, Outcome> floors = new EnumMap<>(IntervalEnd.class);
    private final Map<Simulated, Outcome> done = new HashMap<>();

    private record Simulated(SimulatedServer server, Task task) {}

    /** What a simulation says; infinite if the queue grows. */
    record Outcome(double cores, double p50, double p99) {}

    /** A candidate at the three levels. */
    record Levels(EngineSetting candidate, Map<IntervalEnd, RequestCosts> costs, Map<IntervalEnd, Outcome> outcomes) {
        double cores(IntervalEnd level) {
            return outcome(level).cores();
        }

        Outcome outcome(IntervalEnd level) {
            return Objects.requireNonNull(outcomes.get(level));
        }

        RequestCosts at(IntervalEnd level) {
            return Objects.requireNonNull(costs.get(level));
        }
    }

    Predictor(DescribedWorkload workload, Costs costs, Models models) {
        this.workload = workload;
        this.costs = costs;
        this.models = models;
        for (IntervalEnd level : IntervalEnd.values()) {
            floors.put(level, floor(level));
        }
    }

    /** The response times of a server without any cost of its own, and with a core for each request; on each connection one after the other. */
    private Outcome floor(IntervalEnd level) {
        return run(new Simulated(
                new SimulatedServer(new Threads.PerRequest(), Integer.MAX_VALUE),
                new Task(
                        random(workload.cpuSeconds(), level.of(workload.cpuVariation())),
                        random(workload.waitSeconds(), level.of(workload.waitVariation())),
                        RandomTime.NONE,
                        true)));
    }

    Levels simulate(EngineSetting candidate) {
        Map<IntervalEnd, RequestCosts> each = new EnumMap<>(IntervalEnd.class);
        Map<IntervalEnd, Outcome> outcomes = new EnumMap<>(IntervalEnd.class);
        for (IntervalEnd level : IntervalEnd.values()) {
            RequestCosts request = RequestCosts.of(candidate.engine(), workload, costs, level);
            each.put(level, request);
            outcomes.put(level, outcome(candidate, request, level));
        }
        return new Levels(candidate, each, outcomes);
    }

    private Outcome outcome(EngineSetting candidate, RequestCosts request, IntervalEnd level) {
        double highest = candidate.highestRate(workload, request);
        if (workload.rate() >= SETTLES * highest) {
            double busy = Math.min(workload.rate(), highest) * request.least();
            return new Outcome(Math.min(workload.cores(), busy), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        SimulatedServer server = new SimulatedServer(
                candidate.simulated(workload),
                workload.cores(),
                SLICE,
                request.afterIdleTime(candidate, workload, costs, level).overheads());
        Task task = new Task(
                compute(request, level),
                workload.blocks()
                        ? random(workload.waitSeconds(), level.of(workload.waitVariation()))
                        : RandomTime.NONE,
                RandomTime.NONE,
                candidate.keepsThread());
        return done.computeIfAbsent(new Simulated(server, task), this::run);
    }

    private Outcome run(Simulated simulated) {
        Demand demand = new Demand.Open(workload.rate(), workload.connections());
        SimulatedRun run = simulated.server().serve(demand, simulated.task(), REQUESTS, SEED);
        return new Outcome(
                run.utilisation() * workload.cores(), run.quantileSeconds(MEDIAN), run.quantileSeconds(TAIL));
    }

    /** The work of a request: the application's time varies, the rest is constant. */
    private RandomTime compute(RequestCosts request, IntervalEnd level) {
        double share = request.application() / request.work();
        return random(request.work(), level.of(workload.cpuVariation()) * share * share);
    }

    private static RandomTime random(double mean, double squaredVariation) {
        return squaredVariation == 0 || mean == 0
                ? new RandomTime.Constant(mean)
                : squaredVariation == 1
                        ? new RandomTime.Exponential(mean)
                        : new RandomTime.LogNormal(mean, squaredVariation);
    }

    Prediction prediction(Levels levels) {
        EngineSetting candidate = levels.candidate();
        Models.Errors error = models.error();
        // The times of the application are the user's own figures; the errors of the model apply to the rest.
        double application = Math.min(workload.cores(), workload.rate() * workload.cpuSeconds());
        Range io = span(level -> Math.max(0, levels.cores(level) - application))
                .plus(connecting(candidate))
                .times(error.cpu())
                .plus(costs.range(UnitCost.BACKGROUND));
        Range cores = io.map(value -> Math.min(value + application, workload.cores()));
        Range p50 = time(levels, Outcome::p50, Range.exactly(0), error.p50());
        Range p99 = atLeast(time(levels, Outcome::p99, costs.range(UnitCost.TAIL_DELAY), error.p99()), p50);
        Range highest = highestRate(levels);
        Range memory = memory(candidate);
        Obstacle obstacle = Obstacle.of(candidate, workload, highest, p99, memory);
        return new Prediction(
                candidate.engine().name(),
                candidate.spec(),
                obstacle.fit(),
                obstacle.text(),
                cores,
                io.map(value -> value / workload.rate()),
                p50,
                p99,
                memory,
                highest);
    }

    /**
     * A time with the errors of the model, which apply to what goes beyond the application's own times: from the client's call that sends the request to its call that reads
     * the answer. What the client's own wake-up takes is not in it.
     *
     * @param more of what the simulation does not have
     */
    private Range time(Levels levels, OutcomeFigure figure, Range more, Range error) {
        Map<IntervalEnd, Double> times = new EnumMap<>(IntervalEnd.class);
        for (IntervalEnd level : IntervalEnd.values()) {
            double floor = figure.of(Objects.requireNonNull(floors.get(level)));
            double beyond = Math.max(0, figure.of(levels.outcome(level)) - floor)
                    + level.of(costs.range(UnitCost.READ))
                    + level.of(costs.range(UnitCost.WRITE))
                    + (workload.blocks() ? level.of(costs.range(UnitCost.SLEEP_DELAY)) : 0)
                    + level.of(more);
            times.put(level, floor + beyond * level.of(error));
        }
        return span(level -> Objects.requireNonNull(times.get(level)));
    }

    private interface OutcomeFigure {
        double of(Outcome outcome);
    }

    private static Range span(ToDoubleFunction<IntervalEnd> figure) {
        double value = figure.applyAsDouble(IntervalEnd.VALUE);
        double one = figure.applyAsDouble(IntervalEnd.LOW);
        double other = figure.applyAsDouble(IntervalEnd.HIGH);
        return new Range(Math.min(value, Math.min(one, other)), value, Math.max(value, Math.max(one, other)));
    }

    private static Range atLeast(Range range, Range floor) {
        return new Range(
                Math.max(range.low(), floor.low()),
                Math.max(range.value(), floor.value()),
                Math.max(range.high(), floor.high()));
    }

    /** Processor time for new connections. */
    private Range connecting(EngineSetting candidate) {
        Range accept = costs.range(UnitCost.ACCEPT);
        Range each = candidate.engine().arrangement() == Arrangement.CONNECTION
                ? accept.plus(costs.range(UnitCost.THREAD_CREATION))
                : accept;
        return each.map(seconds -> seconds * workload.connectsPerSecond());
    }

    private Range highestRate(Levels levels) {
        Map<IntervalEnd, Double> rates = new EnumMap<>(IntervalEnd.class);
        for (IntervalEnd level : IntervalEnd.values()) {
            RequestCosts request = levels.at(level);
            RequestCosts real = request.scaled(level.of(models.error().cpu()));
            rates.put(level, levels.candidate().highestRate(workload, real));
        }
        return new Range(rate(rates, IntervalEnd.HIGH), rate(rates, IntervalEnd.VALUE), rate(rates, IntervalEnd.LOW));
    }

    private static double rate(Map<IntervalEnd, Double> rates, IntervalEnd level) {
        return Objects.requireNonNull(rates.get(level));
    }

    private Range memory(EngineSetting candidate) {
        Range stacks = switch (candidate.engine().arrangement()) {
            case LOOP, LOOPS, SELECTOR_POOL, OFFLOAD ->
                costs.range(UnitCost.THREAD_MEMORY).map(bytes -> bytes * candidate.threads());
            case CONNECTION -> costs.range(UnitCost.THREAD_MEMORY).map(bytes -> bytes * workload.connections());
            case VIRTUAL, VIRTUAL_LOOPS ->
                costs.range(UnitCost.VIRTUAL_MEMORY).map(bytes -> bytes * workload.connections());
        };
        Range held = costs.range(UnitCost.CONNECTION_MEMORY)
                .map(bytes -> bytes * workload.connections())
                .plus(stacks);
        return models.process().plus(held.times(models.error().memory()));
    }
}
