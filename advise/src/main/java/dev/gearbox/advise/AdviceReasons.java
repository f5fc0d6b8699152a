package dev.gearbox.advise;

import dev.gearbox.advise.AdviceRanking.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The ranking in words. */
final class AdviceReasons {
    /** From this share of a response's service on, the wait decides. */
    private static final double MOST = 0.5;
    /** From this share of the processor time on, the application decides. */
    private static final double ALMOST_ALL = 0.8;

    private static final double NEARLY_FULL = 0.7;
    private static final double NOTICEABLY = 1.1;

    private final DescribedWorkload workload;
    private final List<List<Prediction>> groups;
    private final List<Prediction> rejected;
    private final Prediction first;
    private final Arrangement arrangement;

    AdviceReasons(
            DescribedWorkload workload, List<List<Prediction>> groups, List<Prediction> rejected, List<Entry> entries) {
        this.workload = workload;
        this.groups = groups;
        this.rejected = rejected;
        first = groups.getFirst().getFirst();
        arrangement = entries.stream()
                .filter(one -> one.prediction().equals(first))
                .map(one -> one.levels().candidate().engine().arrangement())
                .findFirst()
                .orElseThrow();
    }

    /** The answer, in one sentence. */
    String answer() {
        List<Prediction> group = groups.getFirst();
        String others = group.stream().skip(1).map(Prediction::spec).collect(Collectors.joining(", "));
        String which = group.size() == 1
                ? "Take " + first.spec() + "."
                : "Take " + first.spec() + "; none of these is predicted to be clearly better: " + others + ".";
        return waitDecides()
                ? "What your requests wait for decides, not your I/O model: " + Character.toLowerCase(which.charAt(0))
                        + which.substring(1)
                : which;
    }

    private double ioSeconds() {
        return first.ioSeconds().value();
    }

    private boolean waitDecides() {
        return workload.waitSeconds() > MOST * (workload.waitSeconds() + workload.cpuSeconds() + ioSeconds());
    }

    List<String> why() {
        List<String> list = new ArrayList<>();
        if (waitDecides()) {
            double share = workload.waitSeconds() / (workload.waitSeconds() + workload.cpuSeconds() + ioSeconds());
            list.add(
                    "It is your database (or what else a request waits for), not your I/O model: the wait of "
                            + PredictedText.time(workload.waitSeconds()) + " is " + PredictedText.percent(share)
                            + " of a request, and no engine shortens it. On average "
                            + PredictedText.digits(workload.waiting())
                            + " requests wait at a time (Little's law): the database must serve that many, and a connection pool must have room for more.");
        }
        double application = workload.cpuSeconds() / (workload.cpuSeconds() + ioSeconds());
        if (application >= ALMOST_ALL) {
            list.add("Your own code takes " + PredictedText.percent(application)
                    + " of the processor time: no engine saves more than the other "
                    + PredictedText.percent(1 - application)
                    + ".");
        }
        list.add(first.spec() + " needs " + PredictedText.digits(first.cores().value()) + " of " + workload.cores()
                + (workload.cores() == 1 ? " core" : " cores") + "; I/O takes " + PredictedText.time(ioSeconds())
                + " of processor time for each request.");
        if (groups.size() > 1) {
            list.add(next(groups.get(1).getFirst()));
        }
        rejected.stream().limit(1).forEach(one -> list.add("Not " + one.spec() + ": " + one.obstacle() + "."));
        return list;
    }

    private String next(Prediction second) {
        if (second.fit() != first.fit()) {
            return "Then " + second.spec() + ", which is nearer to its limits: " + second.obstacle() + ".";
        }
        double ratio = second.cores().value() / first.cores().value();
        if (second.p99Seconds().value() > 2 * first.p99Seconds().value()) {
            return "Then " + second.spec() + ": its p99 is about "
                    + PredictedText.time(second.p99Seconds().value()) + ", against "
                    + PredictedText.time(first.p99Seconds().value()) + ".";
        }
        if (ratio > NOTICEABLY) {
            return "Then " + second.spec() + ": about " + PredictedText.digits(ratio) + " times the processor time ("
                    + PredictedText.time(second.ioSeconds().value()) + " for I/O).";
        }
        return "Then " + second.spec() + ": about as much processor time, and "
                + PredictedText.bytes(second.memoryBytes().value()) + " of memory against "
                + PredictedText.bytes(first.memoryBytes().value()) + ".";
    }

    List<String> unless() {
        List<String> list = new ArrayList<>();
        switch (arrangement) {
            case LOOP, LOOPS ->
                list.add(
                        "If a callback may block, or computes for milliseconds now and then: it stops its loop. Then an engine on which that is harmless (virtual, or a pool for the work), or --wait here.");
            case CONNECTION ->
                list.add("If there may be many more connections: each takes a thread and its stack. Then virtual.");
            case VIRTUAL, VIRTUAL_LOOPS ->
                list.add(
                        "If callbacks compute for long or block in native code or files: they occupy one of few carriers. Then threads or a pool.");
            case SELECTOR_POOL, OFFLOAD ->
                list.add("If waits become longer or more frequent than said: the pool is too small from "
                        + PredictedText.rate(first.highestRate().value())
                        + " on. Then virtual, which has no pool to size.");
        }
        if (arrangement == Arrangement.LOOP && workload.cores() > 1) {
            list.add("If the rate grows: one loop uses one core, up to about "
                    + PredictedText.rate(first.highestRate().value()) + ". Then reactors.");
        }
        if (groups.getFirst().size() > 1) {
            list.add(
                    "If you know another engine of its group better: take that. The difference is smaller than what can be predicted.");
        }
        if (first.cores().high() > NEARLY_FULL * workload.cores()) {
            list.add("If traffic comes in bursts: up to "
                    + PredictedText.digits(first.cores().high()) + " of " + workload.cores()
                    + " cores may be busy already.");
        }
        if (first.fit() == Prediction.Fit.PROBABLY) {
            list.add("If it must hold: it is not certain that it does (" + first.obstacle() + ").");
        }
        return list;
    }
}
