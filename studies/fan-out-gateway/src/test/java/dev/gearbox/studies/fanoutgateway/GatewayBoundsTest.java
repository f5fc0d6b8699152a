package dev.gearbox.studies.fanoutgateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The floors and capacities are those that one computes by hand. */
class GatewayBoundsTest {
    private static final FanOutGatewayStudy PROVIDER = new FanOutGatewayStudy();
    private static final Study STUDY = PROVIDER.study();

    private static Cell cell(String workload, Map<String, List<String>> axes) {
        return STUDY.load(workload).cells(Length.FULL, axes).getFirst();
    }

    private static Cell users(String set, String threads) {
        return cell("users", Map.of("set", List.of(set), "threads", List.of(threads)));
    }

    private static ArmBound bound(Cell cell, String row) {
        return GatewayBounds.of(cell, row).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "200ms, 16, sequential, 400, 40, true",
        "200ms, 16, executor, 200, 40, true",
        "200ms, 16, completable-future, 200, 40, true",
        "400ms, 24, executor, 400, 30, true",
        "200ms, 128, sequential, 400, 320, false",
        "200ms, 128, executor, 200, 320, false",
        "400ms, 128, executor, 400, 160, false",
        "200ms, 16, sequential-virtual, 400, 200, false",
        "200ms, 16, virtual-threads, 200, 400, false",
        "200ms, 16, completable-future-async, 200, 400, false",
    })
    void fifty_users(String set, String threads, String row, double floor, double capacity, boolean exceeded) {
        ArmBound bound = bound(users(set, threads), row);
        assertThat(bound.floorMillis()).isCloseTo(floor, within(1e-9));
        assertThat(Objects.requireNonNull(bound.capacityPerSecond())).isCloseTo(capacity, within(1e-6));
        assertThat(bound.exceeded()).isEqualTo(exceeded);
    }

    @Test
    void the_ideal_has_a_floor_and_no_limit() {
        assertThat(bound(users("200ms", "16"), "ideal"))
                .isEqualTo(new ArmBound(200, null, "the slowest service's mean wait", false));
    }

    @Test
    void an_open_loop_asks_for_its_rate() {
        assertThat(bound(cell("open", Map.of("rate", List.of("20"))), "executor")
                        .exceeded())
                .isFalse();
        ArmBound above = bound(cell("open", Map.of("rate", List.of("50"))), "executor");
        assertThat(above.exceeded()).isTrue();
        assertThat(above.derivation())
                .isEqualTo("the slowest service's mean wait; 16 threads of calls, held for 400 ms by a request");
    }

    @Test
    void a_wait_that_varies_counts_by_its_mean() {
        ArmBound slow = bound(cell("slow", Map.of()), "sequential");
        assertThat(slow.floorMillis()).isCloseTo(2 * (0.95 * 20 + 0.05 * 400), within(1e-9));
    }

    @Test
    void without_waits_nothing_follows() {
        assertThat(GatewayBounds.of(cell("join-only", Map.of()), "executor")).isEmpty();
    }

    /** Two levels: 10 and 50 ms, then 40 and 0; the chains take 50 ms. */
    @ParameterizedTest
    @CsvSource({
        "sequential, 100, the services' mean waits together; 16 threads of requests",
        "executor, 90, 'the slowest mean wait of each level, together; 16 threads of calls, held for 100 ms'",
        "structured, 90, 'the slowest mean wait of each level, together; 80 places, held for 90 ms'",
        "completable-future, 50, the mean waits of the chain of calls that takes longest; 16 threads of calls",
        "reactor, 50, 'the mean waits of the chain of calls that takes longest; 80 places, held for 50 ms'",
        "ideal, 50, the mean waits of the chain of calls that takes longest",
    })
    void calls_of_the_user_wait_for_each_other(String row, double floor, String derivation) {
        String shape = "calls: {a: {delay: 10ms}, b: {after: [a], delay: 40ms}, c: {delay: 50ms}, d: {after: [c]}}";
        Workload workload = PROVIDER.over("calls.yaml", shape).orElseThrow();
        ArmBound bound = bound((Cell) workload.cells(Length.QUICK, Map.of()).getFirst(), row);
        assertThat(bound.floorMillis()).isCloseTo(floor, within(1e-9));
        assertThat(bound.derivation()).startsWith(derivation);
    }

    /** While it waits, a request holds nothing of a server that is not ours, but a connection. */
    @Test
    void a_row_on_another_server_has_the_bound_of_its_style() {
        Cell cell = cell("servers", Map.of("rate", List.of("50")));
        List<Subject> rows =
                PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow();
        assertThat(rows)
                .hasSize(11)
                .allSatisfy(row -> assertThat(row.bound())
                        .as(row.label())
                        .contains(bound(cell, GatewayLabel.parse(row.label()).style())));
        assertThat(rows)
                .filteredOn(row -> row.bound().orElseThrow().exceeded())
                .extracting(Subject::label)
                .containsExactly("executor?server=tomcat");
    }

    /** The cart takes 22.663 ms on average; one after another the calls take 127.663 and 72.663 ms. */
    @ParameterizedTest
    @CsvSource({
        "uneven, sequential, 127.663, the services' mean waits together",
        "uneven, executor, 112.663, 'the slowest mean wait of each level, together'",
        "uneven, structured, 112.663, 'the slowest mean wait of each level, together'",
        "uneven, completable-future, 60, the mean waits of the chain of calls that takes longest",
        "uneven, coroutines, 60, the mean waits of the chain of calls that takes longest",
        "uneven, ideal, 60, the mean waits of the chain of calls that takes longest",
        "even, sequential-virtual, 72.663, the services' mean waits together",
        "even, executor, 57.663, 'the slowest mean wait of each level, together'",
        "even, completable-future, 57.663, the mean waits of the chain of calls that takes longest",
        "even, completable-future-async, 57.663, the mean waits of the chain of calls that takes longest",
    })
    void chained_calls_wait_for_each_other(String levels, String row, double floor, String derivation) {
        ArmBound bound = bound(cell("chained", Map.of("levels", List.of(levels))), row);
        assertThat(bound.floorMillis()).isCloseTo(floor, within(5e-4));
        assertThat(bound.derivation()).startsWith(derivation);
        assertThat(bound.exceeded()).isFalse();
    }

    @Test
    void every_row_takes_its_bound_along() {
        Cell cell = users("200ms", "16");
        assertThat(PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.bound()).as(row.label()).isPresent())
                .filteredOn(row -> row.bound().orElseThrow().exceeded())
                .extracting(Subject::label)
                .containsExactlyInAnyOrder("sequential", "executor", "completable-future", "disruptor", "actors");
    }
}
