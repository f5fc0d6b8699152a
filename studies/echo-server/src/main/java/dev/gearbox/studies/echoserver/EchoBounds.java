package dev.gearbox.studies.echoserver;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Step;
import dev.gearbox.theory.BoundedPool;
import dev.gearbox.theory.ClosedLoop;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;

/**
 * What follows from the parameters of a load, whatever the server's model: users who pause cannot make more requests than their pauses leave room for, no
 * answer comes before its handler has waited, and a pool of threads whose handlers wait has a capacity. Processor time is not in these sums.
 */
final class EchoBounds {
    private static final String BUSY = "busy?millis=";
    private static final String ELASTIC = "elastic";

    /** One pass of a user's script, as long as it lasts: answers, connects, and the time that they pause. */
    private record Pass(long answers, long connects, double pauseSeconds) {
        private Pass and(Pass other) {
            return new Pass(answers + other.answers, connects + other.connects, pauseSeconds + other.pauseSeconds);
        }

        private Pass times(int number) {
            return new Pass(number * answers, number * connects, number * pauseSeconds);
        }
    }

    private EchoBounds() {}

    /** Returns the floor and the capacity of a server whose handlers wait; empty if they do not. */
    static Optional<ArmBound> of(Cell cell, Claim.Contender arm) {
        if (!cell.protocol().startsWith(BUSY)) {
            return Optional.empty();
        }
        double waits = Double.parseDouble(cell.protocol().substring(BUSY.length())) / 1e3;
        String waiting = "a handler waits for " + number(waits * 1e3) + " ms";
        OptionalInt threads = threads(cell, arm);
        if (threads.isEmpty()) {
            return Optional.of(new ArmBound(waits * 1e3, null, waiting, false));
        }
        double capacity = new BoundedPool(threads.getAsInt(), waits).highestRate();
        return Optional.of(new ArmBound(
                waits * 1e3,
                capacity,
                waiting + " on one of " + threads.getAsInt() + " threads",
                asked(cell, waits) > capacity * (1 + 1e-9)));
    }

    /** Returns the threads on which handlers may wait; empty: as many as there are connections, or not known. */
    private static OptionalInt threads(Cell cell, Claim.Contender arm) {
        Optional<String> offload =
                arm.offload().or(() -> Optional.ofNullable(cell.server().get("offload")));
        if (offload.isPresent()) {
            return offload.get().equals(ELASTIC)
                    ? OptionalInt.empty()
                    : OptionalInt.of(Integer.parseInt(offload.get()));
        }
        if (arm.spec().equals("selector")) {
            return OptionalInt.of(1);
        }
        return arm.spec().matches("pool\\?threads=[0-9]+")
                ? OptionalInt.of(Integer.parseInt(arm.spec().substring("pool?threads=".length())))
                : OptionalInt.empty();
    }

    private static double asked(Cell cell, double waits) {
        return cell.arrivals() instanceof Arrivals.Closed
                ? answers(cell, waits).orElse(Double.POSITIVE_INFINITY)
                : Double.POSITIVE_INFINITY;
    }

    /** Returns what a figure can be under a closed loop of users who pause. */
    static Reach users(Cell cell, Optional<ArmBound> arm, Metric metric) {
        double waits = arm.map(ArmBound::floorMillis).orElse(0.0) / 1e3;
        Optional<Double> most = switch (metric) {
            case RATE -> answers(cell, waits);
            case CONNECTS -> perSecond(cell, waits, pass -> pass.connects);
            default -> Optional.empty();
        };
        return most.filter(ceiling -> ceiling > 0)
                .map(ceiling -> Reach.atMost(
                        ceiling, cell.arrivals().connections() + " users who pause or wait for their handlers"))
                .orElse(Reach.ANY);
    }

    private static Optional<Double> answers(Cell cell, double waits) {
        return perSecond(cell, waits, pass -> pass.answers);
    }

    /** Returns the most that all users can do per second; empty if their pace depends on the server alone. */
    private static Optional<Double> perSecond(Cell cell, double waits, ToLongFunction<Pass> what) {
        if (!(cell.arrivals() instanceof Arrivals.Closed(int users))) {
            return Optional.empty();
        }
        return pass(cell.script().steps())
                .filter(pass -> pass.pauseSeconds + pass.answers * waits > 0)
                .map(pass ->
                        what.applyAsLong(pass) * new ClosedLoop(users, pass.pauseSeconds).rate(pass.answers * waits));
    }

    /** Returns what a user does over and over; empty for phases, whose number of passes depends on the server. */
    private static Optional<Pass> pass(List<Step> steps) {
        Pass sum = new Pass(0, 0, 0);
        for (Step step : steps) {
            Optional<Pass> one = switch (step) {
                case Step.Connect _ -> Optional.of(new Pass(0, 1, 0));
                case Step.Send _, Step.Close _, Step.Abort _ -> Optional.of(new Pass(0, 0, 0));
                case Step.Expect _ -> Optional.of(new Pass(1, 0, 0));
                case Step.Pause pause -> Optional.of(new Pass(0, 0, pause.mean().toNanos() / 1e9));
                case Step.RepeatFor _ -> Optional.empty();
                case Step.Repeat(OptionalInt times, List<Step> repeated)
                when times.isPresent() -> pass(repeated).map(pass -> pass.times(times.getAsInt()));
                case Step.Repeat(OptionalInt _, List<Step> repeated) -> pass(repeated);
            };
            if (one.isEmpty()) {
                return Optional.empty();
            }
            // What is repeated forever is all that counts in the long run.
            boolean forever = step instanceof Step.Repeat(OptionalInt times, List<Step> _) && times.isEmpty();
            sum = forever ? one.get() : sum.and(one.get());
        }
        return Optional.of(sum);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }
}
