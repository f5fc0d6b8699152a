package dev.gearbox.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Background;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Plans;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shares of a load add up to the whole, and no process gets more than its share. */
class SharesTest {
    private static LoadPlan plan(Arrivals arrivals) {
        return Plans.plan(7, Plans.ping(64), arrivals);
    }

    private static List<Arrivals> arrivals(Arrivals whole, int processes) {
        return Shares.of(plan(whole), processes).stream()
                .map(LoadPlan::arrivals)
                .toList();
    }

    @Test
    void usersAreSharedAsEvenlyAsTheyCanBe() {
        assertThat(arrivals(new Arrivals.Closed(10), 3))
                .containsExactly(new Arrivals.Closed(3), new Arrivals.Closed(3), new Arrivals.Closed(4));
        assertThat(arrivals(new Arrivals.Closed(3), 3)).containsOnly(new Arrivals.Closed(1));
    }

    @Test
    void theRateFollowsTheUsers() {
        assertThat(arrivals(new Arrivals.Poisson(100, 10), 3))
                .containsExactly(new Arrivals.Poisson(30, 3), new Arrivals.Poisson(30, 3), new Arrivals.Poisson(40, 4));
        assertThat(arrivals(new Arrivals.Poisson(10.5, 6), 3))
                .containsExactly(new Arrivals.Poisson(3, 2), new Arrivals.Poisson(4, 2), new Arrivals.Poisson(3.5, 2));
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "1000,9973,7", "64,64,64", "1000000,10000000,63", "127,1000000,64", "100000,33333.25,13"})
    void sharesAddUp(int connections, double perSecond, int processes) {
        List<Arrivals> shares = arrivals(new Arrivals.Poisson(perSecond, connections), processes);
        assertThat(shares).hasSize(processes);
        assertThat(shares.stream().mapToInt(Arrivals::connections).sum()).isEqualTo(connections);
        assertThat(shares.stream()
                        .mapToDouble(share -> ((Arrivals.Poisson) share).perSecond())
                        .sum())
                .isEqualTo(perSecond);
        int least = connections / processes;
        assertThat(shares)
                .allSatisfy(share -> assertThat(share.connections()).isBetween(least, least + 1))
                .allSatisfy(share -> assertThat(((Arrivals.Poisson) share).perSecond())
                        .isBetween(perSecond / processes * 0.4, perSecond / processes * 2.1));
    }

    @Test
    void theRateFollowsThoseUsersWhoAreActive() {
        assertThat(arrivals(new Arrivals.Poisson(100, 20, 0.5), 3))
                .containsExactly(
                        new Arrivals.Poisson(30, 7, 3 / 7.0),
                        new Arrivals.Poisson(30, 6, 3 / 6.0),
                        new Arrivals.Poisson(40, 7, 4 / 7.0));
    }

    @ParameterizedTest
    @CsvSource({"8,0.875,5", "1000,0.1,7", "100000,0.33,64", "64,1,64", "9999,0.01,63"})
    void activeUsersAddUp(int connections, double active, int processes) {
        Arrivals whole = new Arrivals.Poisson(100_000, connections, active);
        List<Arrivals> shares = arrivals(whole, processes);
        assertThat(shares.stream().mapToInt(Arrivals::activeConnections).sum()).isEqualTo(whole.activeConnections());
        assertThat(shares.stream().mapToInt(Arrivals::connections).sum()).isEqualTo(connections);
    }

    @Test
    void theSeedsDifferAndTheRestDoesNot() {
        LoadPlan whole = plan(new Arrivals.Closed(4));
        List<LoadPlan> shares = Shares.of(whole, 2);
        assertThat(shares).extracting(LoadPlan::seed).containsExactly(whole.seed(), whole.seed() + 1);
        assertThat(shares).extracting(LoadPlan::script).containsOnly(whole.script());
        assertThat(shares).extracting(LoadPlan::measure).containsOnly(whole.measure());
        assertThat(Shares.of(whole, 1)).containsExactly(whole);
    }

    @Test
    void aGroupOfTheBackgroundIsWithAsManyAsItHasUsers() {
        LoadPlan whole = new LoadPlan(
                "127.0.0.1",
                7,
                Plans.ping(64),
                new Arrivals.Closed(4),
                Duration.ZERO,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                1,
                List.of(new Background("quiet", 9, Plans.ping(1)), new Background("heavy", 1, Plans.ping(2))));
        List<List<Background>> shares =
                Shares.of(whole, 2).stream().map(LoadPlan::background).toList();
        assertThat(shares)
                .containsExactly(
                        List.of(new Background("quiet", 4, Plans.ping(1))),
                        List.of(new Background("quiet", 5, Plans.ping(1)), new Background("heavy", 1, Plans.ping(2))));
    }

    @Test
    void whoeverWouldHaveNothingToDoIsRefused() {
        assertThatThrownBy(() -> arrivals(new Arrivals.Closed(2), 3))
                .isInstanceOf(BadPlanException.class)
                .hasMessage("3 processes for 2 connections: each needs one. Take fewer processes, or more connections");
        assertThatThrownBy(() -> arrivals(new Arrivals.Poisson(2, 30), 3))
                .isInstanceOf(BadPlanException.class)
                .hasMessage("the rate is too low for 3 processes: each needs a request per second."
                        + " Take fewer processes, or a higher rate");
        assertThatThrownBy(() -> arrivals(new Arrivals.Poisson(1000, 30, 0.05), 3))
                .isInstanceOf(BadPlanException.class)
                .hasMessage("3 processes for 2 active connections: each needs one."
                        + " Take fewer processes, or a larger share of active ones");
        assertThatThrownBy(() -> arrivals(new Arrivals.Constant(30, 30), 3))
                .isInstanceOf(BadPlanException.class)
                .hasMessageContaining("evenly spaced");
        for (int processes : new int[] {0, 65}) {
            assertThatThrownBy(() -> arrivals(new Arrivals.Closed(100), processes))
                    .isInstanceOf(BadPlanException.class)
                    .hasMessage("processes: " + processes + " is out of range: 1 to 64");
        }
    }
}
