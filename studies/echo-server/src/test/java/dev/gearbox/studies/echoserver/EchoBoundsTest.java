package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Length;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The floors and ceilings are those that one computes by hand. */
class EchoBoundsTest {
    private static final EchoServerStudy STUDY = new EchoServerStudy();

    private static Condition cell(String workload, Map<String, List<String>> axes) {
        return STUDY.study().workload(workload).cells(Length.FULL, axes).getFirst();
    }

    private static Claim.Contender arm(String spec, Optional<String> offload) {
        return new Claim.Contender(spec, offload, spec);
    }

    private static Reach reach(String workload, String connections, Metric metric) {
        return STUDY.reach(
                cell(workload, Map.of("connections", List.of(connections))), arm("selector", Optional.empty()), metric);
    }

    @Test
    void the_pause_caps_what_users_can_do() {
        assertThat(reach("hello-bye", "4000", Metric.CONNECTS).most()).isEqualTo(4_000);
        assertThat(reach("hello-bye", "4000", Metric.RATE).most()).isEqualTo(8_000);
        // Hello, a second, bye, a second: a message for each user and second.
        assertThat(reach("hello-bye-persistent", "10000", Metric.RATE).most()).isEqualTo(10_000);
        assertThat(reach("hello-bye", "4000", Metric.CPU)).isEqualTo(Reach.ANY);
        assertThat(reach("hello-bye", "4000", Metric.MEAN)).isEqualTo(Reach.ANY);
    }

    @Test
    void without_a_pause_and_in_phases_nothing_follows() {
        assertThat(reach("ping-closed", "100", Metric.RATE)).isEqualTo(Reach.ANY);
        assertThat(reach("phases", "50", Metric.RATE)).isEqualTo(Reach.ANY);
        assertThat(STUDY.bound(cell("ping", Map.of()), arm("pool?threads=5", Optional.empty())))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"50, 100, false", "100, 100, true", "500, 100, true"})
    void fifty_threads_that_wait_have_a_capacity(int users, double capacity, boolean exceeded) {
        Condition container = cell("container", Map.of("connections", List.of(Integer.toString(users))));
        assertThat(STUDY.bound(container, arm("pool?threads=50", Optional.empty())))
                .contains(new ArmBound(500, capacity, "a handler waits for 500 ms on one of 50 threads", exceeded));
        assertThat(STUDY.bound(container, arm("selector", Optional.of("50"))).map(ArmBound::exceeded))
                .contains(exceeded);
        assertThat(STUDY.bound(container, arm("selector", Optional.of("elastic"))))
                .contains(new ArmBound(500, null, "a handler waits for 500 ms", false));
        assertThat(STUDY.bound(container, arm("threads", Optional.empty())).map(ArmBound::exceeded))
                .contains(false);
        assertThat(STUDY.reach(container, arm("threads", Optional.empty()), Metric.RATE)
                        .most())
                .as("users who wait for their handlers")
                .isEqualTo(2.0 * users);
    }

    @Test
    void a_handler_on_the_selector_thread_takes_it_for_itself() {
        Condition container = cell("container", Map.of());
        assertThat(STUDY.reach(container, arm("selector", Optional.empty()), Metric.RATE)
                        .most())
                .isEqualTo(2);
        assertThat(STUDY.reach(container, arm("selector", Optional.empty()), Metric.P50)
                        .least())
                .isEqualTo(500_000);
    }
}
