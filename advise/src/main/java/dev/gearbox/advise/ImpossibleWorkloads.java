package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Costs;
import java.util.Comparator;
import java.util.List;

/** Workloads that no engine can carry: what is impossible, why, and the nearest possible one, in one line. */
final class ImpossibleWorkloads {
    private ImpossibleWorkloads() {}

    /** Refuses what arithmetic rules out, whatever the engine. */
    static void check(DescribedWorkload workload, Costs costs) {
        double cheapest = Advisor.cheapest(workload, costs);
        double needed = workload.rate() * cheapest;
        if (needed >= workload.cores()) {
            throw new AdviseException(PredictedText.exact(workload.rate()) + " requests a second of "
                    + PredictedText.time(cheapest) + " processor time (" + PredictedText.time(workload.cpuSeconds())
                    + " of the application, the rest at least for I/O) need " + PredictedText.digits(needed)
                    + " cores, and there "
                    + (workload.cores() == 1 ? "is 1" : "are " + workload.cores()) + ". Possible at most: --rate "
                    + plain(workload.cores() / cheapest) + perRequest(workload, cheapest) + ", or --cores "
                    + (int) Math.floor(needed + 1) + " on a larger machine");
        }
        if (workload.p99Limit().isPresent()) {
            double limit = workload.p99Limit().getAsDouble();
            double service = cheapest + workload.waitSeconds();
            if (limit < service) {
                throw new AdviseException("a p99 of " + PredictedText.time(limit) + " is below the service time: "
                        + PredictedText.time(workload.cpuSeconds()) + " of processor time and "
                        + PredictedText.time(workload.waitSeconds())
                        + " of waiting, before any queue. The nearest possible limit is above "
                        + PredictedText.time(service)
                        + (workload.waitSeconds() > workload.cpuSeconds()
                                ? "; to get below it, shorten the wait, not the I/O"
                                : ""));
            }
        }
    }

    private static String perRequest(DescribedWorkload workload, double cheapest) {
        double io = cheapest - workload.cpuSeconds();
        double left = workload.cores() / workload.rate() - io;
        return left > 0 && workload.cpuSeconds() > 0 ? ", --cpu " + plain(Math.floor(left * 1e6)) + "us" : "";
    }

    private static String plain(double number) {
        return PredictedText.count(number).replace(",", "");
    }

    /** Returns the refusal if no engine carries the workload. */
    static AdviseException noEngine(DescribedWorkload workload, List<Prediction> all) {
        Prediction fastest =
                best(all, Comparator.comparingDouble(one -> -one.highestRate().value()));
        if (fastest.highestRate().value() <= workload.rate()) {
            return new AdviseException("no engine is predicted to carry " + PredictedText.exact(workload.rate())
                    + " requests a second here. The nearest possible: --rate "
                    + plain(fastest.highestRate().value()) + ", on " + fastest.spec());
        }
        List<Prediction> carrying = all.stream()
                .filter(one -> one.highestRate().value() > workload.rate())
                .toList();
        if (workload.p99Limit().isPresent()) {
            double limit = workload.p99Limit().getAsDouble();
            List<Prediction> small = carrying.stream()
                    .filter(one -> workload.memoryLimit().isEmpty()
                            || one.memoryBytes().value()
                                    <= workload.memoryLimit().getAsDouble())
                    .toList();
            Prediction quickest = best(
                    small.isEmpty() ? carrying : small,
                    Comparator.comparingDouble(one -> one.p99Seconds().value()));
            if (quickest.p99Seconds().value() > limit) {
                return new AdviseException("no engine is predicted to keep a p99 of " + PredictedText.time(limit)
                        + " here. The nearest possible is about "
                        + PredictedText.time(quickest.p99Seconds().value()) + ", on "
                        + quickest.spec()
                        + (workload.blocks() || workload.cpuSeconds() > 0
                                ? "; the times of the application make up most of it, or vary less than assumed"
                                        + " (--cpu-variation, --wait-variation)"
                                : ""));
            }
        }
        Prediction smallest = best(
                carrying, Comparator.comparingDouble(one -> one.memoryBytes().value()));
        return new AdviseException("no engine is predicted to fit into the memory. The nearest possible limit is about "
                + PredictedText.bytes(smallest.memoryBytes().value()) + ", on " + smallest.spec());
    }

    private static Prediction best(List<Prediction> all, Comparator<Prediction> order) {
        return all.stream().min(order).orElseThrow(() -> new AdviseException("there is no engine to choose from"));
    }
}
