package dev.gearbox.studies.fanoutgateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.fanoutgateway.actors.published.PublishedActorsMain;
import dev.gearbox.studies.fanoutgateway.published.PublishedMain;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows as published: where they take part, what follows from their pools, and the tables of the literature. */
class PublishedRowsTest {
    private static final FanOutGatewayStudy PROVIDER = new FanOutGatewayStudy();

    private static Cell users(String set) {
        return PROVIDER.study()
                .load(PublishedRows.WORKLOAD)
                .cells(Length.FULL, Map.of("set", List.of(set)))
                .getFirst();
    }

    private static List<Subject> rows(Cell cell) {
        return PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow();
    }

    @Test
    void every_published_style_is_a_row_of_their_workload_and_of_no_other() {
        Cell theirs = users("200ms");
        assertThat(rows(theirs))
                .allSatisfy(row -> assertThat(row.lacks(theirs.requires())).isEmpty())
                .extracting(Subject::label)
                .containsExactlyInAnyOrderElementsOf(
                        PublishedMain.STYLES.and(PublishedActorsMain.STYLES).names());
        Cell ours = PROVIDER.study().load("users").cells(Length.QUICK, Map.of()).getFirst();
        assertThat(rows(ours)).extracting(Subject::label).noneMatch(label -> label.startsWith("published-"));
        assertThat(rows(theirs))
                .allSatisfy(row -> assertThat(row.lacks(ours.requires())).isNotEmpty());
        assertThat(GatewayRows.gateways()).noneMatch(label -> label.startsWith("published-"));
    }

    @ParameterizedTest
    @CsvSource({
        "200ms, published-sequential, 400, 500, false",
        "200ms, published-executor, 200, 40, true",
        "400ms, published-executor-24, 400, 30, true",
        "200ms, published-completable-future, 200, 40, true",
        "200ms, published-completable-future-async, 200, 40, true",
        "200ms, published-rxjava-blocking, 200, 40, true",
        "200ms, published-disruptor, 400, 15, true",
        "200ms, published-disruptor-async, 400, 15, true",
        "200ms, published-actors, 200, 10, true",
        "200ms, published-actors-async, 200, 7.5, true",
    })
    void fifty_users(String set, String label, double floor, double capacity, boolean exceeded) {
        ArmBound bound = PublishedBounds.of(users(set), label).orElseThrow();
        assertThat(bound.floorMillis()).isCloseTo(floor, within(1e-9));
        assertThat(Objects.requireNonNull(bound.capacityPerSecond())).isCloseTo(capacity, within(1e-6));
        assertThat(bound.exceeded()).isEqualTo(exceeded);
    }

    @Test
    void every_published_row_takes_its_bound_along() {
        assertThat(rows(users("200ms")))
                .allSatisfy(row -> assertThat(row.bound()).as(row.label()).isPresent())
                .filteredOn(row -> row.bound().orElseThrow().capacityPerSecond() == null)
                .extracting(Subject::label)
                .containsExactly("published-rxjava");
    }

    @Test
    void the_tables_have_the_figures_of_the_text_under_fifty_users() {
        List<PublishedTable> tables = PROVIDER.published(false);
        assertThat(tables)
                .extracting(table -> table.rows().size() + " rows, " + table.method())
                .containsExactly(
                        "10 rows, one run of 420 s of users in a closed loop, without warm-up",
                        "2 rows, one run of 160 s of users in a closed loop, without warm-up");
        assertThat(tables)
                .flatExtracting(PublishedTable::rows)
                .flatExtracting(PublishedTable.PublishedRow::runs)
                .extracting(run -> run.figures().get(1).reported().orElse("none"))
                .containsExactly(
                        "~2,100", "~1,800", "~1,800", "~3,500", "~2,300", "~2,300", "~3,000", "~3,500", "~3,000",
                        "none", "~2,600", "~3,000");
        assertThat(tables)
                .flatExtracting(PublishedTable::rows)
                .flatExtracting(PublishedTable.PublishedRow::runs)
                .allSatisfy(run -> assertThat(((Cell) run.procedure().cell()).connections())
                        .isEqualTo(50));
    }

    @Test
    void quick_tables_take_minutes() {
        Duration whole = PROVIDER.published(true).stream()
                .flatMap(table -> table.rows().stream())
                .flatMap(row -> row.runs().stream())
                .map(run -> ((Cell) run.procedure().cell()).measure())
                .reduce(Duration.ZERO, Duration::plus);
        assertThat(whole).isLessThan(Duration.ofMinutes(10));
    }
}
