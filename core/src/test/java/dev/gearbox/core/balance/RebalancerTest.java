package dev.gearbox.core.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.observe.LoopStats;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which connections move, and how many loops there are, on simulated loops and a simulated clock. */
class RebalancerTest {
    private static final long TICK = 100_000_000;

    private final World world = new World();

    /** A connection that needs this share of one loop's time. */
    private static final class Guest {
        final double demand;
        long busyNanos;
        int moves;

        Guest(double demand) {
            this.demand = demand;
        }
    }

    /** A loop that gives each of its connections what it needs, or all of them less if that is too much. */
    private static final class FakeLoop {
        final List<Guest> guests = new ArrayList<>();
        long busyNanos;
        long waitNanos;

        void run() {
            double demand = guests.stream().mapToDouble(guest -> guest.demand).sum();
            double given = Math.min(1, 1 / Math.max(demand, 1e-9));
            for (Guest guest : guests) {
                guest.busyNanos += (long) (guest.demand * given * TICK);
            }
            long busy = (long) (Math.min(1, demand) * TICK);
            busyNanos += busy;
            waitNanos += TICK - busy;
        }

        double utilisation() {
            return Math.min(
                    1, guests.stream().mapToDouble(guest -> guest.demand).sum());
        }
    }

    private static final class World implements Rebalancer.LoopGroup<FakeLoop, Guest> {
        final List<FakeLoop> loops = new ArrayList<>();
        int mostAtOnce;
        int moves;
        int resizes;

        void run(Rebalancer<FakeLoop, Guest> rebalancer, int ticks) {
            for (int tick = 0; tick < ticks; tick++) {
                loops.forEach(FakeLoop::run);
                int before = moves;
                rebalancer.tick(TICK);
                mostAtOnce = Math.max(mostAtOnce, moves - before);
            }
        }

        FakeLoop add(int guests, double demand) {
            FakeLoop loop = new FakeLoop();
            for (int index = 0; index < guests; index++) {
                loop.guests.add(new Guest(demand));
            }
            loops.add(loop);
            return loop;
        }

        @Override
        public List<FakeLoop> loops() {
            return List.copyOf(loops);
        }

        @Override
        public LoopStats stats(FakeLoop loop) {
            return new LoopStats(loop.busyNanos, loop.waitNanos, 0, 0, 0);
        }

        @Override
        public double utilisation(FakeLoop loop, LoopStats since) {
            long busy = loop.busyNanos - since.busyNanos();
            return (double) busy / (busy + loop.waitNanos - since.waitNanos());
        }

        @Override
        public Collection<Guest> connections(FakeLoop loop) {
            return List.copyOf(loop.guests);
        }

        @Override
        public long busyNanos(Guest connection) {
            return connection.busyNanos;
        }

        @Override
        public void move(Guest connection, FakeLoop to) {
            moves++;
            connection.moves++;
            loops.forEach(loop -> loop.guests.remove(connection));
            to.guests.add(connection);
        }

        @Override
        public void resize(int count) {
            resizes++;
            while (loops.size() < count) {
                add(0, 0);
            }
            while (loops.size() > count) {
                FakeLoop gone = loops.removeLast();
                loops.getFirst().guests.addAll(gone.guests);
            }
        }
    }

    private Rebalancer<FakeLoop, Guest> rebalancer(int least, int most) {
        return new Rebalancer<>("test", world, new LoopSizing(least, most), new SplittableRandom(7));
    }

    @Test
    void aCrowdOnOneLoopIsEvenedOut() {
        FakeLoop crowded = world.add(1598, 0.0005);
        FakeLoop empty = world.add(2, 0.0005);

        world.run(rebalancer(2, 2), 60);

        assertThat(crowded.utilisation() - empty.utilisation())
                .isBetween(-RebalanceSelection.NARROW, RebalanceSelection.NARROW);
        assertThat(world.mostAtOnce).isEqualTo(RebalanceSelection.MOST);
    }

    /** Each seems fully busy to the other only as long as both are overloaded. */
    @Test
    void anOverloadedLoopSharesWithAnIdleOne() {
        FakeLoop overloaded = world.add(300, 0.01);
        FakeLoop idle = world.add(0, 0);

        world.run(rebalancer(2, 2), 200);

        assertThat(overloaded.guests.size()).isBetween(1, 200);
        assertThat(idle.guests.size()).isGreaterThan(99);
        assertThat(idle.utilisation()).isGreaterThan(0.9);
    }

    @Test
    void noneOfManyLoopsStaysBusy() {
        world.add(400, 0.002);
        for (int index = 0; index < 7; index++) {
            world.add(0, 0);
        }

        world.run(rebalancer(8, 8), 600);

        assertThat(world.loops.stream().mapToDouble(FakeLoop::utilisation).max().orElseThrow())
                .isLessThan(0.1 + RebalanceSelection.WIDE);
    }

    @Test
    void evenLoopsAreLeftAlone() {
        world.add(100, 0.005);
        world.add(50, 0.0065);

        world.run(rebalancer(2, 2), 1_000);

        assertThat(world.moves).isZero();
    }

    @Test
    void aMomentOfDifferenceMovesNothing() {
        FakeLoop first = world.add(100, 0.001);
        FakeLoop second = world.add(100, 0.001);
        Rebalancer<FakeLoop, Guest> rebalancer = rebalancer(2, 2);

        for (int round = 0; round < 100; round++) {
            Guest burst = new Guest(0.5);
            FakeLoop one = round % 2 == 0 ? first : second;
            one.guests.add(burst);
            world.run(rebalancer, 1);
            one.guests.remove(burst);
            world.run(rebalancer, 1);
        }

        assertThat(world.moves).isZero();
    }

    @Test
    void aHotConnectionStaysAndTheOthersLeaveIt() {
        FakeLoop first = world.add(10, 0.02);
        Guest hot = new Guest(0.7);
        first.guests.add(hot);
        FakeLoop second = world.add(0, 0);

        world.run(rebalancer(2, 2), 1_000);

        assertThat(hot.moves).isZero();
        assertThat(second.guests).hasSize(10);
        assertThat(world.moves).isEqualTo(10);
    }

    @Test
    void twoHotConnectionsPartOnce() {
        FakeLoop first = world.add(1, 0.44);
        first.guests.add(new Guest(0.46));
        FakeLoop second = world.add(0, 0);

        world.run(rebalancer(2, 2), 1_000);

        assertThat(first.guests).hasSize(1);
        assertThat(second.guests).hasSize(1);
        assertThat(world.moves).isEqualTo(1);
    }

    @Test
    void whoHasMovedRests() {
        Guest wanderer = new Guest(0.3);
        FakeLoop first = world.add(0, 0);
        FakeLoop second = world.add(1, 0.4);
        first.guests.add(wanderer);
        first.guests.add(new Guest(0.6));
        Rebalancer<FakeLoop, Guest> rebalancer = rebalancer(2, 2);
        world.run(rebalancer, 5);
        int moves = wanderer.moves;
        assertThat(moves).isZero();
        second.guests.clear();
        world.run(rebalancer, 5);
        assertThat(wanderer.moves).isEqualTo(1);

        // Now the other loop would be better, and then the first again, and so on.
        second.guests.add(new Guest(0.6));
        first.guests.clear();
        world.run(rebalancer, 10);
        assertThat(wanderer.moves).isEqualTo(1);
        world.run(rebalancer, Rebalancer.REST);
        assertThat(wanderer.moves).isEqualTo(2);
    }

    @Test
    void loopsAreAddedAndTakenAwayAsTheLoadWantsIt() {
        FakeLoop only = world.add(100, 0.0095);
        Rebalancer<FakeLoop, Guest> rebalancer = rebalancer(1, 3);

        world.run(rebalancer, 3 * LoopDemand.TICKS_ABOVE);
        assertThat(world.loops).hasSize(2);
        world.run(rebalancer, 1_000);
        assertThat(world.loops).hasSize(2);
        assertThat(world.resizes).isEqualTo(1);
        assertThat(world.loops.get(1).guests.size()).isBetween(30, 70);

        world.loops.forEach(loop -> loop.guests.removeIf(guest -> loop.guests.indexOf(guest) % 4 != 0));
        world.run(rebalancer, LoopDemand.TICKS_BELOW - 1);
        assertThat(world.loops).hasSize(2);
        world.run(rebalancer, 2);
        assertThat(world.loops).containsExactly(only);
        world.run(rebalancer, 1_000);
        assertThat(world.resizes).isEqualTo(2);
    }

    @Test
    void thereAreNeverMoreLoopsThanAllowed() {
        world.add(1_000, 0.1);

        world.run(rebalancer(1, 3), 1_000);

        assertThat(world.loops).hasSize(3);
    }

    @Test
    void whatIsLeastWorthItStays() {
        assertThat(RebalanceSelection.choose(
                        0.5,
                        List.of(
                                new RebalanceSelection.Candidate<>("quiet", 0.0),
                                new RebalanceSelection.Candidate<>("small", 0.1))))
                .containsExactly("small");
        assertThat(RebalanceSelection.choose(
                        0.5, List.of(new RebalanceSelection.Candidate<>("larger than half", 0.26))))
                .isEmpty();
        assertThat(RebalanceSelection.choose(
                        0.4,
                        List.of(
                                new RebalanceSelection.Candidate<>("a", 0.05),
                                new RebalanceSelection.Candidate<>("b", 0.15),
                                new RebalanceSelection.Candidate<>("c", 0.1))))
                .containsExactly("b", "a");
    }
}
