package dev.gearbox.advise.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.advise.calibration.Calibration;
import dev.gearbox.advise.calibration.Fingerprint;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The measurements run and end; what they find depends on the machine, and is not asserted. */
@Timeout(600)
final class CalibratorTest {
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofSeconds(16);
    private static final List<UnitCost> COSTS = List.of(UnitCost.SELECT, UnitCost.BLOCK, UnitCost.VIRTUAL_MEMORY);

    private static void isCost(Range range) {
        assertThat(range.value()).isPositive().isFinite();
    }

    @Test
    void sockets() throws Exception {
        Map<UnitCost, Range> costs = SocketCosts.messages(SHORT);
        isCost(Objects.requireNonNull(costs.get(UnitCost.READ)));
        isCost(Objects.requireNonNull(costs.get(UnitCost.WRITE)));
        assertThat(costs).containsKey(UnitCost.BYTE);
        isCost(SocketCosts.ready(SHORT));
        isCost(SocketCosts.accept(SHORT));
    }

    @Test
    void threads() throws Exception {
        isCost(ThreadCosts.threadSwitch(SHORT));
        isCost(ThreadCosts.handOver(SHORT));
        isCost(ThreadCosts.creation(SHORT));
    }

    @Test
    void idle_cores_and_the_jvm_itself() throws Exception {
        Map<UnitCost, Range> costs = WaitCosts.idle(SHORT);
        assertThat(costs)
                .containsOnlyKeys(
                        UnitCost.SHORT_IDLE_CORE,
                        UnitCost.SHORT_IDLE_DELAY,
                        UnitCost.IDLE_CORE,
                        UnitCost.IDLE_DELAY,
                        UnitCost.TAIL_DELAY);
        isCost(Objects.requireNonNull(costs.get(UnitCost.TAIL_DELAY)));
        assertThat(IdleJvm.cores(SHORT).high())
                .isLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    void waits_for_a_time() throws Exception {
        Map<UnitCost, Range> costs = SleepCosts.of(SHORT);
        assertThat(costs).containsOnlyKeys(UnitCost.SLEEP, UnitCost.VIRTUAL_SLEEP, UnitCost.SLEEP_DELAY);
        costs.values().forEach(CalibratorTest::isCost);
    }

    @Test
    void each_kind_of_server_echoes_and_ends() throws Exception {
        for (EchoThreads.Wait wait : EchoThreads.Wait.values()) {
            EchoThreads echo = new EchoThreads(wait, 3);
            echo.roundTrip();
            echo.roundTrip();
            if (wait != EchoThreads.Wait.VIRTUAL) {
                assertThat(echo.processorTime()).isPositive();
            }
            echo.end();
        }
    }

    /** The median, and the interval of eight in ten; what is below 0 counts as 0. */
    @Test
    void a_sample_is_summarized_by_its_order() {
        double[] eleven = {5, 3, 1, 4, 2, 6, 9, 8, 7, 10, 1000};
        assertThat(CostSample.range(eleven)).isEqualTo(new Range(2, 6, 10));
        assertThat(CostSample.range(new double[] {-1, -1, -1})).isEqualTo(Range.exactly(0));
        assertThat(CostSample.without(new Range(5, 6, 7), new Range(1, 2, 3))).isEqualTo(new Range(2, 4, 6));
        assertThat(CostSample.without(new Range(1, 2, 3), new Range(1, 4, 5))).isEqualTo(new Range(0, 0, 2));
    }

    @Test
    @Tag("deep")
    void everything_is_measured_with_progress() throws InterruptedException {
        List<Double> fractions = new ArrayList<>();
        Duration time = Duration.ofSeconds(1);
        Calibration calibration = Calibrator.run(time, (fraction, _) -> fractions.add(fraction));
        assertThat(fractions).isSorted().startsWith(0.0).allMatch(each -> each < 1);
        assertThat(calibration.machine()).isEqualTo(Fingerprint.here());
        // Some costs are the difference of two measurements: on a busy machine short ones may find none.
        while (!allFound(calibration) && time.compareTo(LONG) < 0) {
            time = time.multipliedBy(4);
            calibration = Calibrator.run(time, (_, _) -> {});
        }
        for (UnitCost cost : COSTS) {
            isCost(calibration.range(cost));
        }
    }

    private static boolean allFound(Calibration calibration) {
        return COSTS.stream().allMatch(cost -> calibration.range(cost).value() > 0);
    }
}
