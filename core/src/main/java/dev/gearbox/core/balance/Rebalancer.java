package dev.gearbox.core.balance;

import dev.gearbox.core.observe.LoopStats;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Balances the load of an engine's loops, and adapts their number, tick by tick. Each tick it compares the utilisation of two loops, chosen at random (two
 * choices are nearly as good as all: Mitzenmacher, "The Power of Two Choices in Randomized Load Balancing", 2001). If they differ by a wide margin it records
 * how much time each connection of the busier loop has used so far. If they still differ at the next tick, it moves some, as {@link RebalanceSelection} selects
 * from what they used in between, and continues with the pair until the difference is narrow. So an even load costs no counting, a short difference moves
 * nothing, and a connection that has moved stays for a while.
 *
 * <p>Confined to one thread.
 *
 * @param <L> type of the loops
 * @param <C> type of the connections
 */
public final class Rebalancer<L, C> {
    /** Ticks that a connection stays on the loop it was moved to. */
    static final int REST = 50;

    private static final System.Logger LOG = System.getLogger("dev.gearbox.loops");

    /** What is balanced. */
    public interface LoopGroup<L, C> {
        /** Returns the loops that take connections. */
        List<L> loops();

        /** Returns how a loop has spent its time so far. */
        LoopStats stats(L loop);

        /** Returns the fraction of time that it worked since {@code earlier}. */
        double utilisation(L loop, LoopStats since);

        /** Returns the connections that the loop drives. */
        Collection<C> connections(L loop);

        /** Returns the total time that events of the connection have occupied loops, in nanoseconds. */
        long busyNanos(C connection);

        /** Starts moving the connection. */
        void move(C connection, L to);

        /** Adds or removes one loop, if possible. */
        void resize(int loops);
    }

    /** Two loops that differ, and the time that each connection of the busier one had used when the difference was found. */
    private record Pair<L, C>(L busier, L idler, Map<C, Long> busyNanos) {}

    private final String name;
    private final LoopGroup<L, C> fleet;
    private final LoopDemand demand;
    private final RandomGenerator random;
    private Map<L, LoopStats> before = new HashMap<>();
    private final Map<C, Long> resting = new HashMap<>();
    private @Nullable Pair<L, C> pair;
    private long tick;

    /** @param name the engine's name, for the log */
    public Rebalancer(String name, LoopGroup<L, C> fleet, LoopSizing sizing, RandomGenerator random) {
        this.name = name;
        this.fleet = fleet;
        demand = new LoopDemand(sizing);
        this.random = random;
    }

    /** Runs one tick. */
    public void tick(long elapsedNanos) {
        tick++;
        Map<L, LoopStats> now = new HashMap<>();
        Map<L, Double> utilisation = new HashMap<>();
        for (L loop : fleet.loops()) {
            now.put(loop, fleet.stats(loop));
            LoopStats since = before.get(loop);
            if (since != null) {
                utilisation.put(loop, fleet.utilisation(loop, since));
            }
        }
        before = now;
        resting.values().removeIf(until -> until <= tick);
        if (!size(now.size(), utilisation)) {
            balance(utilisation, elapsedNanos);
        }
    }

    /** Returns whether the number of loops changes now. A tick with a loop that did not exist at the last one is ignored. */
    private boolean size(int loops, Map<L, Double> utilisation) {
        if (utilisation.size() < loops) {
            return false;
        }
        double busy = utilisation.values().stream().mapToDouble(each -> each).sum();
        int wanted = demand.wanted(loops, busy);
        if (wanted == loops) {
            return false;
        }
        LOG.log(
                Level.INFO,
                () -> String.format(
                        Locale.ROOT,
                        "%s: %d loops instead of %d, which were busy for %.2f of %d",
                        name,
                        wanted,
                        loops,
                        busy,
                        loops));
        pair = null;
        fleet.resize(wanted);
        return true;
    }

    private void balance(Map<L, Double> utilisation, long elapsedNanos) {
        Pair<L, C> found = pair;
        if (found != null && difference(found.busier(), found.idler(), utilisation) > RebalanceSelection.NARROW) {
            move(found, utilisation, elapsedNanos);
            pair = watch(found.busier(), found.idler());
        } else {
            pair = find(utilisation);
        }
    }

    private static <L> double difference(L busier, L idler, Map<L, Double> utilisation) {
        return utilisation.getOrDefault(busier, 0.0) - utilisation.getOrDefault(idler, 1.0);
    }

    private @Nullable Pair<L, C> find(Map<L, Double> utilisation) {
        if (utilisation.size() < 2) {
            return null;
        }
        List<L> loops = List.copyOf(utilisation.keySet());
        int one = random.nextInt(loops.size());
        int other = (one + 1 + random.nextInt(loops.size() - 1)) % loops.size();
        double difference = difference(loops.get(one), loops.get(other), utilisation);
        if (Math.abs(difference) <= RebalanceSelection.WIDE) {
            return null;
        }
        return difference > 0 ? watch(loops.get(one), loops.get(other)) : watch(loops.get(other), loops.get(one));
    }

    private Pair<L, C> watch(L busier, L idler) {
        Map<C, Long> busyNanos = new HashMap<>();
        for (C connection : fleet.connections(busier)) {
            if (!resting.containsKey(connection)) {
                busyNanos.put(connection, fleet.busyNanos(connection));
            }
        }
        return new Pair<>(busier, idler, busyNanos);
    }

    private void move(Pair<L, C> pair, Map<L, Double> utilisation, long elapsedNanos) {
        double difference = difference(pair.busier(), pair.idler(), utilisation);
        List<C> chosen = RebalanceSelection.choose(
                difference,
                fleet.connections(pair.busier()).stream()
                        .filter(pair.busyNanos()::containsKey)
                        .map(connection -> new RebalanceSelection.Candidate<>(
                                connection,
                                (double) (fleet.busyNanos(connection)
                                                - pair.busyNanos().getOrDefault(connection, 0L))
                                        / elapsedNanos))
                        .toList());
        if (chosen.isEmpty()) {
            return;
        }
        LOG.log(
                Level.DEBUG,
                () -> String.format(
                        Locale.ROOT,
                        "%s: %d of %d connections go from %s (busy %.2f) to %s (%.2f)",
                        name,
                        chosen.size(),
                        pair.busyNanos().size(),
                        pair.busier(),
                        utilisation.get(pair.busier()),
                        pair.idler(),
                        utilisation.get(pair.idler())));
        for (C connection : chosen) {
            resting.put(connection, tick + REST);
            fleet.move(connection, pair.idler());
        }
    }
}
