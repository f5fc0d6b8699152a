package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.InstrumentOptions;
import dev.gearbox.origin.Delay;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The mean waits of the calls of a request, in seconds. Services elsewhere count as ones that answer at once.
 *
 * @param together of all calls, which is the time of those that make one after another
 * @param chain of the calls along the chain that takes longest: the critical path
 * @param levels of the slowest call of each level; a level has the calls whose answers the ones before have brought
 * @param flat whether no call waits for another
 */
record MeanWaits(double together, double chain, double levels, boolean flat) {
    private static final List<String> CALLED = List.of("posts", "comments", "albums", "photos");

    /** Returns the waits of the services of a cell. */
    static MeanWaits of(Cell cell) {
        return of(cell.instrument().map(InstrumentOptions::options).orElse(Map.of()));
    }

    /** Returns the waits of services with these options. */
    static MeanWaits of(Map<String, String> services) {
        String shape = services.get("shape");
        if (shape != null) {
            return of(Shape.parse("shape", shape));
        }
        return of(CALLED.stream()
                .filter(services::containsKey)
                .map(name -> new Wait(seconds(Delay.parse(String.valueOf(services.get(name)))), List.of()))
                .toList());
    }

    /** Returns the mean waits of some of the four services of a cell, together. */
    static double of(Cell cell, List<String> some) {
        Map<String, String> services =
                cell.instrument().map(InstrumentOptions::options).orElse(Map.of());
        return some.stream()
                .filter(services::containsKey)
                .mapToDouble(name -> seconds(Delay.parse(String.valueOf(services.get(name)))))
                .sum();
    }

    /** Returns the waits of the calls of a shape. */
    static MeanWaits of(Shape shape) {
        return of(shape.calls().stream()
                .map(call ->
                        new Wait(call.service() instanceof Shape.Ours ours ? seconds(ours.delay()) : 0, call.after()))
                .toList());
    }

    /** The wait of a call after those of others. */
    private record Wait(double seconds, List<Integer> after) {}

    private static MeanWaits of(List<Wait> waits) {
        double together = 0;
        double chain = 0;
        List<Double> ends = new ArrayList<>();
        List<Integer> levels = new ArrayList<>();
        List<Double> slowest = new ArrayList<>();
        for (Wait wait : waits) {
            together += wait.seconds;
            double end = wait.seconds
                    + wait.after.stream().mapToDouble(ends::get).max().orElse(0);
            ends.add(end);
            chain = Math.max(chain, end);
            int level = 1 + wait.after.stream().mapToInt(levels::get).max().orElse(-1);
            levels.add(level);
            if (level == slowest.size()) {
                slowest.add(0.0);
            }
            slowest.set(level, Math.max(slowest.get(level), wait.seconds));
        }
        double inLevels = slowest.stream().mapToDouble(Double::doubleValue).sum();
        return new MeanWaits(together, chain, inLevels, slowest.size() <= 1);
    }

    private static double seconds(Delay delay) {
        return switch (delay) {
            case Delay.Constant(var time) -> time.toNanos() / 1e9;
            case Delay.Uniform(var least, var most) -> (least.toNanos() + most.toNanos()) / 2e9;
            case Delay.Exponential(var mean) -> mean.toNanos() / 1e9;
            case Delay.LogNormal(var median, double sigma) -> median.toNanos() / 1e9 * Math.exp(sigma * sigma / 2);
            case Delay.Bimodal(var usual, var other, double share) ->
                (usual.toNanos() * (1 - share) + other.toNanos() * share) / 1e9;
        };
    }
}
