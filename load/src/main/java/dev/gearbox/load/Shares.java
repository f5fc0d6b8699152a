package dev.gearbox.load;

import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Background;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * One load by several processes, for more connections than one can hold. Each gets its share of the users, as even as whole numbers allow,
 * and of the rate in proportion to its active users: Poisson streams at those rates are together the stream that one process would make,
 * and each connection is as busy as it would be there. Nothing is lost: the shares add up to the whole.
 */
public final class Shares {
    /** The most processes: each has source addresses of its own. */
    public static final int MOST = 64;

    private Shares() {}

    /**
     * Splits a plan.
     *
     * @param processes how many there are, 1 to {@link #MOST}
     * @return a plan for each; of one process the plan itself. The seeds differ, so that they neither send at the same moments nor from
     *     the same ports
     * @throws BadPlanException if somebody would have nothing to do, or evenly spaced arrivals are asked of several
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
        // The other way round: whoever has one more of the active ones has not one more of the quiet ones too.
        long quiet = part(whole.connections() - all, processes - 1 - i, processes);
        // Between two whole numbers of requests that the active users before and up to this one make.
        double perSecond = whole.perSecond();
        double rate = Math.floor(perSecond * (before + active) / all) - Math.floor(perSecond * before / all);
        double rest = i == processes - 1 ? perSecond - Math.floor(perSecond) : 0;
        if (rate + rest < 1) {
            throw new BadPlanException("the rate is too low for " + processes
                    + " processes: each needs a request per second. Take fewer processes, or a higher rate");
        }
        return new Arrivals.Poisson(rate + rest, (int) (active + quiet), (double) active / (active + quiet));
    }

    /** A group that has fewer users than there are processes is not with all of them. */
    private static List<Background> background(List<Background> groups, int i, int processes) {
        return groups.stream()
                .filter(group -> part(group.users(), i, processes) > 0)
                .map(group -> new Background(group.name(), (int) part(group.users(), i, processes), group.script()))
                .toList();
    }

    private static long part(long whole, int i, int processes) {
        return before(whole, i + 1, processes) - before(whole, i, processes);
    }

    /** What all shares before that one have of the whole. */
    private static long before(long whole, int i, int processes) {
        return whole * i / processes;
    }
}
