package dev.gearbox.load;

import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Background;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits one load over several processes, for more connections than one process can hold. Each gets an equal share of the users (they differ by one at most),
 * and a share of the rate in proportion to its active users: the sum of Poisson streams at those rates is the stream that a single process would generate,
 * with the same load on each connection. The shares add up to the whole plan.
 */
public final class Shares {
    /** The maximum number of processes: each has its own source addresses. */
    public static final int MOST = 64;

    private Shares() {}

    /**
     * Splits a plan.
     *
     * @param processes the number of processes, 1 to {@link #MOST}
     * @return a plan for each process; for one process, the plan itself. The seeds differ, so that the processes send neither at the same moments nor from
     *     the same ports
     * @throws BadPlanException if a process would have nothing to do, or if several processes are asked for evenly spaced arrivals
     */
    public static List<LoadPlan> of(LoadPlan plan, int processes) {
        if (processes < 1 || processes > MOST) {
            throw new BadPlanException("processes: " + processes + " is out of range: 1 to " + MOST);
        }
        if (processes == 1) {
            return List.of(plan);
        }
        int connections = plan.arrivals().connections();
        if (processes > connections) {
            throw new BadPlanException(processes + " processes for " + connections
                    + (connections == 1 ? " connection" : " connections")
                    + ": each needs one. Take fewer processes, or more connections");
        }
        List<LoadPlan> shares = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            shares.add(share(plan, i, processes));
        }
        return List.copyOf(shares);
    }

    private static LoadPlan share(LoadPlan plan, int i, int processes) {
        return new LoadPlan(
                plan.host(),
                plan.port(),
                plan.script(),
                arrivals(plan.arrivals(), i, processes),
                plan.warmUp(),
                plan.measure(),
                plan.timeout(),
                plan.seed() + i,
                background(plan.background(), i, processes));
    }

    private static Arrivals arrivals(Arrivals whole, int i, int processes) {
        return switch (whole) {
            case Arrivals.Closed(int users) -> new Arrivals.Closed((int) part(users, i, processes));
            case Arrivals.Poisson poisson -> poisson(poisson, i, processes);
            case Arrivals.Bursts _ ->
                throw new BadPlanException("bursts of several processes do not come at once. Take one process");
            case Arrivals.Constant _ ->
                throw new BadPlanException("evenly spaced requests of several processes are not evenly spaced together."
                        + " Take one process, or Poisson arrivals");
        };
    }

    private static Arrivals poisson(Arrivals.Poisson whole, int i, int processes) {
        int all = whole.activeConnections();
        if (all < processes) {
            throw new BadPlanException(processes + " processes for " + all
                    + (all == 1 ? " active connection" : " active connections")
                    + ": each needs one. Take fewer processes, or a larger share of active ones");
        }
        long before = before(all, i, processes);
        long active = part(all, i, processes);
        // In reverse order: a process with one more active user does not get one more quiet user as well.
        long quiet = part(whole.connections() - all, processes - 1 - i, processes);
        // The difference of two integers: the requests of the active users up to and including this share, minus those
        // before it.
        double perSecond = whole.perSecond();
        double rate = Math.floor(perSecond * (before + active) / all) - Math.floor(perSecond * before / all);
        double rest = i == processes - 1 ? perSecond - Math.floor(perSecond) : 0;
        if (rate + rest < 1) {
            throw new BadPlanException("the rate is too low for " + processes
                    + " processes: each needs a request per second. Take fewer processes, or a higher rate");
        }
        return new Arrivals.Poisson(rate + rest, (int) (active + quiet), (double) active / (active + quiet));
    }

    /** A group with fewer users than processes is absent from some of them. */
    private static List<Background> background(List<Background> groups, int i, int processes) {
        return groups.stream()
                .filter(group -> part(group.users(), i, processes) > 0)
                .map(group -> group.of((int) part(group.users(), i, processes)))
                .toList();
    }

    private static long part(long whole, int i, int processes) {
        return before(whole, i + 1, processes) - before(whole, i, processes);
    }

    /** Returns how much of the whole belongs to the shares before this one. */
    private static long before(long whole, int i, int processes) {
        return whole * i / processes;
    }
}
