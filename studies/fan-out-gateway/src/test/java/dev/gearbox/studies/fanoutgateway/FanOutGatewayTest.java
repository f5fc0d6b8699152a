package dev.gearbox.studies.fanoutgateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Spread;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.experiment.Effort;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.load.plan.Expectation;
import dev.gearbox.load.plan.Payload;
import dev.gearbox.load.plan.Step;
import dev.gearbox.studies.fanoutgateway.services.Catalog;
import dev.gearbox.studies.fanoutgateway.services.GoldenAnswers;
import dev.gearbox.studies.fanoutgateway.services.ServicesPlan;
import dev.gearbox.studies.fanoutgateway.services.ShapedAnswers;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The study's files are complete and right, and its rows run beside the services under a checked load. */
@Timeout(300)
class FanOutGatewayTest {
    private static final FanOutGatewayStudy PROVIDER = new FanOutGatewayStudy();
    private static final Study STUDY = PROVIDER.study();
    private static final ChildSetup SETUP = ChildSetup.detect(1)
            .unoptimized()
            .unpinned()
            .withPatience(Duration.ofMinutes(1))
            .withQuiet(Duration.ZERO)
            .withInstruments(PROVIDER.instruments());

    /** Its answers are made from its shapes, and are no overviews. */
    private static final String CHAINED = "chained";

    /** Rows in the build. */
    private static final int DRAWN = 2;

    /** The longest window, in seconds. */
    private static final double LONGEST = 8;

    @TempDir
    Path results;

    private static Cell cell(String workload, Map<String, List<String>> axes) {
        return STUDY.load(workload).cells(Length.QUICK, axes).getFirst();
    }

    /** A changed catalog or answer must change the files of the workloads. */
    @Test
    void every_workload_expects_the_golden_answers() {
        GoldenAnswers golden = GoldenAnswers.of(Catalog.of(ServicesPlan.PLAIN.seed()));
        for (LoadWorkload workload : STUDY.loads()) {
            if (ChatRows.WORKLOADS.contains(workload.name()) || workload.name().equals(CHAINED)) {
                continue;
            }
            for (Cell cell : workload.cells(Length.FULL, Map.of())) {
                Step.Repeat asks = (Step.Repeat) cell.script().steps().getLast();
                for (int i = 0; i < asks.steps().size(); i += 2) {
                    Payload.Text request =
                            (Payload.Text) ((Step.Send) asks.steps().get(i)).payload();
                    int user = Integer.parseInt(request.text().split("/", 4)[2]);
                    assertThat(((Step.Expect) asks.steps().get(i + 1)).answer())
                            .as("%s, user %d", workload, user)
                            .isEqualTo(Expectation.Http.of(200, golden.overview(user)));
                }
            }
        }
    }

    @Test
    void the_services_of_a_workload_are_as_late_as_its_axis_says() {
        assertThat(cell("users", Map.of("set", List.of("400ms"))).instrument())
                .hasValueSatisfying(services -> assertThat(services.options())
                        .containsEntry("posts", "400ms")
                        .containsEntry("albums", "400ms"));
        assertThat(PROVIDER.instruments()).containsKey("services");
    }

    @Test
    void a_slice_has_some_requests_at_low_rates_too() {
        Map<String, Duration> slices = Map.of(
                "1",
                Duration.ofSeconds(10),
                "5",
                Duration.ofSeconds(8),
                "20",
                Duration.ofSeconds(2),
                "200",
                Duration.ofSeconds(1));
        slices.forEach((rate, slice) -> assertThat(
                        cell("open", Map.of("rate", List.of(rate))).slice())
                .as(rate)
                .isEqualTo(slice));
        assertThat(cell("users", Map.of()).slice()).isEqualTo(Duration.ofSeconds(1));
    }

    /** Half an hour is what a quick run of the whole study may take, with every row in both workloads. */
    @Test
    void a_quick_run_has_every_row_under_both_loads_in_half_an_hour() {
        Duration whole = Duration.ZERO;
        for (LoadWorkload workload : STUDY.loads()) {
            if (!workload.named()) {
                List<Cell> cells = workload.cells(Length.QUICK, Map.of());
                assertThat(cells).as(workload.name()).hasSize(1);
                Cell cell = cells.getFirst();
                List<Subject> rows =
                        PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow();
                Design design = new Effort.Quick().design(cell, rows);
                assertThat(design.spread()).as("of many rows").isEqualTo(Spread.MODERATED);
                assertThat(new Effort.Quick().design(cell, rows.subList(0, 7)).spread())
                        .as("of few")
                        .isNull();
                whole = whole.plus(ExperimentRun.expected(design, rows.size(), cell));
            }
        }
        assertThat(STUDY.loads())
                .filteredOn(workload -> !workload.named())
                .extracting(LoadWorkload::name)
                .containsExactly("users", "open");
        assertThat(whole).isLessThan(Duration.ofMinutes(30));
    }

    @Test
    void the_claims_that_its_rows_can_test_are_there() {
        assertThat(STUDY.claims().get())
                .extracting(Claim::id)
                .containsExactly("fg-1", "fg-2", "fg-3", "fg-4", "fg-5", "fg-6", "fg-7", "fg-7a", "fg-8", "rule-4");
    }

    /** A claim whose parts are all above a capacity would be decided by its own parameters. */
    @Test
    void every_claim_about_gateways_has_a_part_that_no_pool_decides() {
        assertThat(STUDY.claims().get())
                .filteredOn(claim -> !Set.of("fg-4", "fg-5", "fg-6").contains(claim.id()))
                .allSatisfy(claim -> assertThat(claim.parts())
                        .as(claim.id())
                        .anySatisfy(part -> assertThat(Stream.concat(Stream.of(part.left()), part.right().stream()))
                                .allSatisfy(side -> assertThat(PROVIDER.subject(cell(side.cell()), side.arm())
                                                .bound()
                                                .orElseThrow()
                                                .exceeded())
                                        .isFalse())));
    }

    private static Cell cell(Claim.CellRef reference) {
        Map<String, List<String>> axes = new HashMap<>();
        reference.axes().forEach((axis, value) -> axes.put(axis, List.of(value)));
        return cell(reference.workload(), axes);
    }

    @Test
    void a_wrong_name_is_named_with_all_rows() {
        Cell cell = cell("open", Map.of());
        assertThatThrownBy(() -> PROVIDER.subjects(cell, List.of("ideel"), Optional.empty()))
                .isInstanceOf(BadSpecException.class)
                .hasMessage(
                        "no gateway \"ideel\". Known: ideal, completable-future, completable-future-async, disruptor,"
                                + " disruptor-async, executor, mutiny, reactor, rxjava, sequential,"
                                + " sequential-virtual, virtual-threads, actors, actors-async, coroutines, structured,"
                                + " published-sequential, published-executor, published-executor-24,"
                                + " published-completable-future, published-completable-future-async,"
                                + " published-rxjava-blocking, published-rxjava, published-disruptor,"
                                + " published-disruptor-async, published-actors, published-actors-async");
    }

    private Evidence run(Cell cell, List<Subject> subjects, double windowSeconds) throws InterruptedException {
        Design design = new Design("test", 1, 1, 0.1, windowSeconds, 0.3, 0.05, 0.95, List.of(1), false);
        Experiment experiment = Experiments.of(
                STUDY.name(),
                "a moment of it",
                cell,
                subjects,
                subjects.getFirst().label(),
                design,
                MachineProbe.detect(SETUP),
                SETUP);
        Archive archive = Archive.open(results, experiment);
        return new ExperimentRun(experiment, cell, subjects, SETUP, archive, ExperimentListener.NONE).run(_ -> false);
    }

    private void assertAnswered(Cell cell, List<Subject> rows) throws InterruptedException {
        assertThat(slices(run(cell, rows))).hasSize(rows.size()).allSatisfy(slice -> {
            assertThat(slice.traffic().answered()).as(slice.arm()).isPositive();
            assertThat(slice.traffic().errors()).as(slice.arm()).isEmpty();
        });
    }

    /** Runs until every row has had an outcome: on a busy machine, or while a user waits after a failure, a short window may pass without any. */
    private Evidence run(Cell cell, List<Subject> subjects) throws InterruptedException {
        double window = 0.5;
        Evidence evidence = run(cell, subjects, window);
        while (window < LONGEST && slices(evidence).stream().anyMatch(slice -> !hasOutcome(slice))) {
            window *= 4;
            evidence = run(cell, subjects, window);
        }
        return evidence;
    }

    private static boolean hasOutcome(Slice slice) {
        return slice.traffic().answered() > 0 || !slice.traffic().errors().isEmpty();
    }

    private static List<Slice> slices(Evidence evidence) {
        return evidence.forks().getFirst().slices();
    }

    /** The build draws some of the rows, the deep stage runs all. */
    @Test
    @Tag("deep")
    void rows_answer_rightly_beside_the_services() throws InterruptedException {
        Cell cell = cell("join-only", Map.of("users", List.of("1")));
        List<Subject> rows = SeededSample.of(
                PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow(), DRAWN, Contract.seed());
        Evidence evidence = run(cell, rows);

        assertThat(evidence.damage()).isEmpty();
        assertThat(evidence.forks().getFirst().all(ForkEvent.Failed.class)).isEmpty();
        assertThat(slices(evidence)).hasSize(rows.size()).allSatisfy(slice -> {
            assertThat(slice.traffic().answered()).as(slice.arm()).isPositive();
            assertThat(slice.traffic().errors()).as(slice.arm()).isEmpty();
        });
    }

    /** The build draws some of the rows, the deep stage runs all. */
    @Test
    @Tag("deep")
    void rows_answer_rightly_over_services_of_the_user() throws InterruptedException {
        String shape = "calls: {cart: {size: 8KiB}, prices: {after: [cart]}, stock: {after: [cart], delay: 1ms}}";
        Cell cell = (Cell) PROVIDER.over("calls.yaml", shape)
                .orElseThrow()
                .cells(Length.QUICK, Map.of())
                .getFirst();
        List<Subject> all = PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow();
        List<Subject> rows = SeededSample.of(all, DRAWN, Contract.seed());
        assertAnswered(cell, rows);
        assertThat(all)
                .hasSize(16)
                .allSatisfy(row -> assertThat(row.lacks(cell.requires())).isEmpty());
    }

    static Stream<Arguments> variants() {
        return Stream.of(
                Arguments.of(ServerRows.WORKLOAD, ServerRows.foreign()),
                Arguments.of(ClientRows.WORKLOAD, ClientRows.unusual()));
    }

    /** The build draws one of the rows, the deep stage runs all. */
    @ParameterizedTest
    @MethodSource("variants")
    @Tag("deep")
    void rows_answer_rightly_with_another_server_or_client(String workload, List<String> labels)
            throws InterruptedException {
        Cell cell = cell(workload, Map.of("rate", List.of("20")));
        List<Subject> rows = PROVIDER.subjects(cell, SeededSample.of(labels, 1, Contract.seed()), Optional.empty())
                .orElseThrow();
        assertAnswered(cell, rows);
    }

    /** The build draws one of the rows, the deep stage runs all. */
    @Test
    @Tag("deep")
    void rows_answer_rightly_beside_slow_users() throws InterruptedException {
        Cell cell = cell("two-users", Map.of("slow", List.of("4")));
        List<Subject> all = PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow();
        assertThat(all).extracting(Subject::label).hasSize(15).doesNotContain("ideal");
        List<Subject> rows = SeededSample.of(all, 1, Contract.seed());
        assertAnswered(cell, rows);
        assertThat(GatewayRows.of("ideal").lacks(cell.requires())).containsExactly("archived");
    }

    @Test
    void the_usual_client_is_the_row_without_one() {
        assertThat(GatewayRows.of("executor?client=jdk")).isEqualTo(GatewayRows.of("executor"));
        assertThat(GatewayRows.of("reactor?client=gearbox")).isEqualTo(GatewayRows.of("reactor"));
        assertThat(GatewayRows.of("executor?server=tomcat&client=gearbox").args())
                .isEqualTo(List.of("--style", "executor", "--server", "tomcat", "--client", "gearbox"));
        assertThatThrownBy(() -> GatewayRows.of("actors?client=jdk"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageStartingWith("\"actors\" cannot be given a client. These can: completable-future, ");
        assertThatThrownBy(() -> GatewayRows.of("executor?client=curl"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("\"curl\"");
    }

    @Test
    void our_own_server_is_the_row_without_one() {
        assertThat(GatewayRows.of("executor?server=epoll")).isEqualTo(GatewayRows.of("executor"));
        assertThatThrownBy(() -> GatewayRows.of("structured?server=helidon"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageStartingWith("\"structured\" cannot be served by helidon. These can: completable-future, ");
    }

    /** The build draws one of the shapes and some of the rows, the deep stage runs all. */
    static List<String> levels() {
        List<String> all = STUDY.load(CHAINED).cells(Length.FULL, Map.of()).stream()
                .map(cell -> Objects.requireNonNull(cell.parameters().get("levels")))
                .toList();
        return SeededSample.of(all, 1, Contract.seed());
    }

    @ParameterizedTest
    @MethodSource("levels")
    @Tag("deep")
    void rows_answer_rightly_when_calls_wait_for_others(String levels) throws InterruptedException {
        Cell cell = cell(CHAINED, Map.of("levels", List.of(levels)));
        List<Subject> all = PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow();
        assertThat(all).extracting(Subject::label).isEqualTo(GatewayRows.gateways());
        List<Subject> rows = SeededSample.of(all, DRAWN, Contract.seed());
        assertAnswered(cell, rows);
    }

    /** The gateway and the services have the same shape, and the load expects the answers to it. */
    @Test
    void chained_calls_have_one_shape_everywhere() {
        List<Cell> cells = STUDY.load(CHAINED).cells(Length.FULL, Map.of());
        assertThat(cells).extracting(cell -> cell.parameters().get("levels")).containsExactly("uneven", "even");
        for (Cell cell : cells) {
            String text = Objects.requireNonNull(cell.server().get("shape"));
            Shape shape = Shape.parse("shape", text);
            assertThat(shape.calls())
                    .extracting(Shape.Call::name)
                    .containsExactlyInAnyOrder("session", "cart", "prices", "stock", "reviews");
            assertThat(cell.instrument().orElseThrow().options()).containsEntry("shape", text);
            assertThat(cell.script().steps())
                    .last()
                    .isInstanceOfSatisfying(
                            Step.Repeat.class,
                            asks -> assertThat(((Step.Expect) asks.steps().getLast()).answer())
                                    .isEqualTo(Expectation.Http.of(
                                            200, ShapedAnswers.of(shape).reply(7))));
        }
    }

    @Test
    void what_is_wrong_with_a_shape_of_the_study_is_named() {
        String file = "name: chained\nsummary: s\nsource: s\nlevels: {even: {calls: {a: {}, b: {after: [c]}}}}";
        assertThatThrownBy(
                        () -> ShapedWorkload.builtIn(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(LabException.class)
                .hasMessage("workloads/chained.yaml, levels.even: calls.b.after names no call: \"c\". Known: a, b");
    }

    /** With more of them 20 arrivals a second would be as many times more requests. */
    @Test
    void an_arrival_over_services_of_the_user_is_one_request() {
        LoadWorkload workload = (LoadWorkload)
                PROVIDER.over("calls.yaml", "calls: {a: {}, b: {after: [a]}}").orElseThrow();
        Cell cell = workload.cells(Length.QUICK, Map.of()).getFirst();
        assertThat(cell.plan("127.0.0.1", 1, 1).script().steps())
                .last()
                .isInstanceOfSatisfying(
                        Step.Repeat.class, repeat -> assertThat(repeat.steps()).hasSize(2));
    }

    @Test
    void what_is_wrong_with_services_of_the_user_is_named() {
        assertThatThrownBy(() -> PROVIDER.over("calls.yaml", "calls: {a: {}, b: {after: [c]}}"))
                .isInstanceOf(LabException.class)
                .hasMessage("calls.yaml: calls.b.after names no call: \"c\". Known: a, b");
    }

    /** All calls to one service fail, so that every answer is one of the gateway's own: neither right nor wrong, but another status. */
    @Test
    void failing_services_are_counted_as_another_status() throws InterruptedException {
        Cell cell = cell("failing", Map.of("fault", List.of("error=100%")));
        Evidence evidence = run(cell, List.of(GatewayRows.of("ideal")));

        assertThat(slices(evidence)).singleElement().satisfies(slice -> {
            assertThat(slice.traffic().answered()).isZero();
            assertThat(slice.traffic().errors()).containsOnlyKeys("status");
        });
    }
}
