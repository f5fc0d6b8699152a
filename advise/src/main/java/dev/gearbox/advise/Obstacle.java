package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Range;

/**
 * What keeps an engine from carrying a workload.
 *
 * @param fit whether it carries it all the same
 * @param text the reason; empty if there is none
 */
record Obstacle(Prediction.Fit fit, String text) {
    /** Linux numbers 32,768 threads and processes by default on small machines, and other programs need some. */
    private static final int MOST_PLATFORM_THREADS = 30_000;

    static Obstacle of(EngineSetting candidate, DescribedWorkload workload, Range highest, Range p99, Range memory) {
        Arrangement arrangement = candidate.engine().arrangement();
        if (arrangement == Arrangement.CONNECTION && workload.connections() > MOST_PLATFORM_THREADS) {
            return not("needs a platform thread for each connection, and many systems allow no more than "
                    + PredictedText.exact(MOST_PLATFORM_THREADS));
        }
        if (highest.value() <= workload.rate()) {
            boolean stops = arrangement.waitStopsOthers() && workload.blocks();
            return not(
                    stops
                            ? "a wait of " + PredictedText.time(workload.waitSeconds()) + " stops its loop: at most "
                                    + PredictedText.rate(highest.value())
                            : "at most " + PredictedText.rate(highest.value()));
        }
        if (workload.p99Limit().isPresent() && p99.value() > workload.p99Limit().getAsDouble()) {
            return not("p99 about " + PredictedText.time(p99.value()));
        }
        if (workload.memoryLimit().isPresent()
                && memory.value() > workload.memoryLimit().getAsDouble()) {
            return not("memory about " + PredictedText.bytes(memory.value()));
        }
        if (highest.low() <= workload.rate()) {
            return probably("perhaps no more than " + PredictedText.rate(highest.low()));
        }
        if (workload.p99Limit().isPresent() && p99.high() > workload.p99Limit().getAsDouble()) {
            return probably("p99 may reach " + PredictedText.time(p99.high()));
        }
        if (workload.memoryLimit().isPresent()
                && memory.high() > workload.memoryLimit().getAsDouble()) {
            return probably("memory may reach " + PredictedText.bytes(memory.high()));
        }
        return new Obstacle(Prediction.Fit.CARRIES, "");
    }

    private static Obstacle not(String why) {
        return new Obstacle(Prediction.Fit.NOT, why);
    }

    private static Obstacle probably(String why) {
        return new Obstacle(Prediction.Fit.PROBABLY, why);
    }
}
