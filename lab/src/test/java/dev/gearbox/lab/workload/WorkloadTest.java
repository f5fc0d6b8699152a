package dev.gearbox.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.Study;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Background;
import dev.gearbox.load.plan.Payload;
import dev.gearbox.load.plan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadTest {
    @Test
    void expandsItsAxesToAGrid() {
        List<Cell> cells = TestData.workload().cells(Length.FULL, Map.of());
        assertThat(cells)
                .extracting(Cell::label)
                .containsExactly(
                        "tiny connections=1 bytes=64",
                        "tiny connections=1 bytes=1024",
                        "tiny connections=8 bytes=64",
                        "tiny connections=8 bytes=1024");
        Cell last = cells.getLast();
        assertThat(last.arrivals()).isEqualTo(new Arrivals.Closed(8));
        assertThat(((Step.Repeat) last.script().steps().get(1)).steps().getFirst())
                .isEqualTo(new Step.Send(new Payload.Bytes(1024)));
        assertThat(last.warmUp()).isEqualTo(Duration.ofSeconds(10));
        assertThat(last.measure()).isEqualTo(Duration.ofMinutes(2));
        assertThat(last.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(last.connections()).isEqualTo(8);
        assertThat(last.protocol()).isEqualTo("echo");
    }

    @Test
    void aLengthMayNarrowTheGridAndThePersonMayChooseOtherValues() {
        assertThat(TestData.workload().cells(Length.QUICK, Map.of()))
                .extracting(Cell::label)
                .containsExactly("tiny connections=1 bytes=64");
        assertThat(TestData.workload().cells(Length.QUICK, Map.of("connections", List.of("3", "4"))))
                .extracting(Cell::connections)
                .containsExactly(3, 4);
    }

    @Test
    void asksTheSubjectForWhatTheServerIsToldToBe() {
        String text = TestData.TINY.replace("protocol: echo", "protocol: busy?sleep=5ms\nserver: {offload: elastic}");
        Cell cell = TestData.workload(text).cells(Length.QUICK, Map.of()).getFirst();
        assertThat(cell.requires()).containsExactly("busy", "offload");
        assertThat(cell.server()).containsExactly(Map.entry("offload", "elastic"));
        assertThat(cell.protocol()).isEqualTo("busy?sleep=5ms");
    }

    @Test
    void usersBesidesTheMeasuredOnesCountAsConnections() {
        String text = TestData.TINY + """
                background:
                  - {name: quiet, users: $connections, script: [connect]}
                  - {name: heavy, users: 2, script: [connect, {repeat: {steps: [{send: {text: x}}, {expect: echo}]}}]}
                """;
        Cell cell = TestData.workload(text)
                .cells(Length.QUICK, Map.of("connections", List.of("5")))
                .getFirst();
        assertThat(cell.background()).extracting(Background::name).containsExactly("quiet", "heavy");
        assertThat(cell.background()).extracting(Background::users).containsExactly(5, 2);
        assertThat(cell.connections()).isEqualTo(12);
        assertThat(cell.plan("localhost", 1, 2).background()).isEqualTo(cell.background());
    }

    @Test
    void saysWhichCoresItNeeds() {
        assertThat(TestData.workload().needs()).isEqualTo(CoreNeeds.NONE);
        assertThat(TestData.workload(TestData.TINY + "cores: {subject: 2, apart: true}\n")
                        .needs())
                .isEqualTo(new CoreNeeds(Optional.of(2), Optional.empty(), Optional.of(true)));
    }

    @Test
    void anUnknownKeyNamesFileKeyNearestAndKnown() {
        assertThatThrownBy(() -> TestData.workload(TestData.TINY.replace("summary:", "sumary:")))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("tiny.yaml: unknown key \"sumary\". Did you mean summary? Known: ")
                .hasMessageContaining(
                        "also, arrivals, axes, background, baseline, cores, full, instrument, kind, lead, name, named, pairs");
        assertThatThrownBy(() -> TestData.workload(TestData.TINY.replace("measure: 2m", "mesure: 2m")))
                .isInstanceOf(LabException.class)
                .hasMessage(
                        "tiny.yaml: full: unknown key \"mesure\". Did you mean measure? Known: axes, measure, warm-up");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    name: tiny            |                        | name is missing
                    source: nowhere       | source: [a]            | source must be text
                    measure: 2m           | measure: 5 hours       | full.measure must be a duration such as 500ms, 10s or 2m, not "5 hours"
                    connections: [1, 8]   | connections: 8         | axes.connections must be a list
                    connections: [1, 8]   | connections: []        | axes.connections must be a list with at least one element
                    connections: [1, 8]   | connections: [0]       | users
                    $bytes                | 64                     | axes.bytes is never used: there is no $bytes
                    $bytes                | $byts                  | axes has no "byts", but the file says $byts
                    {connections: [1], bytes: [64]} | {conections: [1]} | has an unknown axis "conections". Did you mean connections?
                    expect: echo          | expect: ecko           | unknown "ecko"
                    expect: echo          | expct: echo            | unknown key "expct". Did you mean expect?
                    model: closed         | model: open            | arrivals: model is "open". Known: closed, constant, poisson, bursts
                    axes: {               | axes: 5 #              | axes must be an object
                    source: nowhere       | cores: {subject: 0}    | subject: and load: are numbers of cores, from 1
                    source: nowhere       | cores: {server: 2}     | cores: unknown key "server"
                    name: tiny            | {{                     | not valid YAML
                    name: tiny            | summary: twice         | not valid YAML
                    """)
    void whatIsWrongInAFileIsSaidWithItsName(String right, String wrong, String message) {
        assertThat(TestData.TINY).contains(right);
        String text = TestData.TINY.replace(right, wrong == null ? "" : wrong);
        assertThatThrownBy(() -> TestData.workload(text))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("tiny.yaml: ")
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void answersThatTakeLongNeedALongerLead() {
        assertThat(TestData.workload(TestData.TINY).cells(Length.QUICK, Map.of()))
                .extracting(Cell::lead)
                .containsOnly(Cell.SHORT_LEAD);
        assertThat(TestData.workload(TestData.TINY + "lead: 1300ms\n").cells(Length.QUICK, Map.of()))
                .extracting(Cell::lead)
                .containsOnly(Duration.ofMillis(1300));
        assertThatThrownBy(() -> TestData.workload(TestData.TINY + "lead: 0s\n"))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("tiny.yaml: lead must be longer than zero");
    }

    @Test
    void aValueMayBeChosenByAnAxis() {
        String chosen =
                "arrivals: {model: poisson, connections: $connections, perSecond: {$bytes: {64: 4000, 1024: {$connections: {1: 10, 8: 80}}}}}";
        LoadWorkload workload =
                TestData.workload(TestData.TINY.replace("arrivals: {model: closed, users: $connections}", chosen));
        assertThat(workload.cells(Length.FULL, Map.of()))
                .extracting(Cell::arrivals)
                .containsExactly(
                        new Arrivals.Poisson(4_000, 1),
                        new Arrivals.Poisson(10, 1),
                        new Arrivals.Poisson(4_000, 8),
                        new Arrivals.Poisson(80, 8));
        assertThatThrownBy(() -> workload.cells(Length.FULL, Map.of("bytes", List.of("2048"))))
                .isInstanceOf(LabException.class)
                .hasMessage("tiny.yaml: $bytes chooses among 64, 1024, and none is for 2048: give one in the file");
        assertThatThrownBy(() ->
                        TestData.workload(TestData.TINY.replace("users: $connections", "users: {$conns: {1: 1}}")))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("axes has no \"conns\", but the file says $conns");
    }

    @Test
    void aGroupOfNobodyIsTheLoadWithoutIt() {
        LoadWorkload workload = TestData.workload(
                TestData.TINY + "background: [{name: quiet, users: $connections, script: [connect]}]\n");
        assertThat(workload.cells(Length.QUICK, Map.of("connections", List.of("5")))
                        .getFirst()
                        .background())
                .hasSize(1);
        LoadWorkload none =
                TestData.workload(TestData.TINY + "background: [{name: quiet, users: 0, script: [connect]}]\n");
        assertThat(none.cells(Length.QUICK, Map.of()).getFirst().background()).isEmpty();
    }

    @Test
    void enginesMadeForItAreNamed() {
        assertThat(TestData.workload(TestData.TINY + "also: [\"evicting?after=5ms\"]\n")
                        .also())
                .containsExactly("evicting?after=5ms");
        assertThat(TestData.workload().also()).isEmpty();
        assertThatThrownBy(() -> TestData.workload(TestData.TINY + "also: [[a]]\n"))
                .hasMessageContaining("also[0] must be text");
    }

    @Test
    void pairsAreComparedTwoByTwo() {
        LoadWorkload workload = TestData.workload(TestData.TINY
                + "pairs:\n  - {arm: reactors?threads=2, baseline: selector}\n  - {arm: virtual, baseline: threads}\n");
        assertThat(workload.pairs())
                .containsExactly(
                        new LoadWorkload.ArmPair("reactors?threads=2", "selector"),
                        new LoadWorkload.ArmPair("virtual", "threads"));
        assertThat(TestData.workload().pairs()).isEmpty();
    }

    @Test
    void aWorkloadMayNameItsBaseline() {
        assertThat(TestData.workload().baseline()).isEmpty();
        assertThat(TestData.workload(TestData.TINY + "baseline: virtual\n").baseline())
                .isEqualTo("virtual");
        assertThatThrownBy(() -> TestData.workload(
                        TestData.TINY + "baseline: virtual\npairs: [{arm: virtual, baseline: threads}]\n"))
                .hasMessageContaining("baseline is that of each of the pairs");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    []                                         | pairs must be a list with at least one element
                    {arm: a, baseline: b}                      | pairs must be a list, not
                    [a]                                        | pairs[0] must be an object
                    [{arm: a}]                                 | pairs[0].baseline is missing
                    [{arm: a, base: b}]                        | pairs[0]: unknown key "base". Did you mean baseline?
                    [{arm: [a], baseline: b}]                  | pairs[0].arm must be text
                    [{arm: a, baseline: a}]                    | pairs[0]: baseline: is the same as arm
                    [{arm: a, baseline: b}, {arm: a, baseline: b}] | pairs has a against b twice
                    """)
    void whatIsNoPairIsSaid(String pairs, String message) {
        assertThatThrownBy(() -> TestData.workload(TestData.TINY + "pairs: " + pairs + "\n"))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("tiny.yaml: ")
                .hasMessageContaining(message);
    }

    @Test
    void framesAndAShareOfActiveConnectionsComeFromAxesToo() {
        String text = TestData.TINY
                .replace("bytes: [64, 1024]", "bytes: [64, 1024], pipelining: [1, 16], active: [1.0, 0.1]")
                .replace(
                        "{model: closed, users: $connections}",
                        "{model: poisson, perSecond: 100, connections: $connections, active: $active}")
                .replace("{bytes: $bytes}", "{bytes: $bytes, frames: $pipelining}");
        Cell last = TestData.workload(text).cells(Length.FULL, Map.of()).getLast();
        assertThat(last.arrivals()).isEqualTo(new Arrivals.Poisson(100, 8, 0.1));
        assertThat(((Step.Repeat) last.script().steps().get(1)).steps().getFirst())
                .isEqualTo(new Step.Send(new Payload.Frames(16, 1024)));
        for (String wrong :
                List.of("pipelining: [0]", "pipelining: [many]", "active: [0]", "active: [2]", "activ: [1.0]")) {
            String axis = wrong.substring(0, wrong.indexOf(':'));
            assertThatThrownBy(() -> TestData.workload(text.replaceAll(
                            axis.equals("activ") ? "active: \\[1.0, 0.1]" : axis + ": \\[[0-9., ]*]", wrong)))
                    .as(wrong)
                    .isInstanceOf(LabException.class)
                    .hasMessageStartingWith("tiny.yaml: ");
        }
    }

    @Test
    void anAxisThatDoesNotExistCannotBeOverridden() {
        assertThatThrownBy(() -> TestData.workload().cells(Length.QUICK, Map.of("conections", List.of("1"))))
                .isInstanceOf(LabException.class)
                .hasMessage(
                        "tiny.yaml: unknown axis \"conections\". Did you mean connections? Known: connections, bytes");
    }

    @Test
    void aStudyFindsItsWorkloads() {
        LoadWorkload tiny = TestData.workload();
        Study study = new Study("s", "What?", List.of(tiny));
        assertThat(study.workload("tiny")).isSameAs(tiny);
        assertThatThrownBy(() -> study.workload("tny"))
                .isInstanceOf(LabException.class)
                .hasMessage("unknown workload \"tny\". Did you mean tiny? Known: tiny");
        assertThatThrownBy(() -> new Study("s", "What?", List.of(tiny, tiny)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two workloads tiny");
    }
}
