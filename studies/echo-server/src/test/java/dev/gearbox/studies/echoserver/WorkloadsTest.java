package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Protocol;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.lab.workload.MemoryWorkload;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.Workload;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Background;
import dev.gearbox.load.plan.Payload;
import dev.gearbox.load.plan.Portions;
import dev.gearbox.load.plan.Portions.Portion;
import dev.gearbox.load.plan.Step;
import dev.gearbox.studies.echoserver.subjects.EchoProtocols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The workloads: each exists once, matches its name, and refers only to existing protocols and engines. */
class WorkloadsTest {
    private static final Study STUDY = EchoServer.study();

    @Test
    void everyWorkloadIsThereOnceAndNoOther() throws IOException {
        assertThat(STUDY.names())
                .containsExactlyInAnyOrder(
                        "hello-bye",
                        "hello-bye-open",
                        "hello-bye-persistent",
                        "hello-abort",
                        "connect-echo-close",
                        "ping",
                        "ping-closed",
                        "bulk",
                        "idle",
                        "container",
                        "low-load",
                        "mixed",
                        "busy-handler",
                        "churn",
                        "phases",
                        "io-uring-map",
                        "page",
                        "described",
                        "accept-queue",
                        "exhausted",
                        "once",
                        "beside-large",
                        "slow-peers",
                        "slow-requests",
                        "bursts",
                        "idle-timeout",
                        "polling");
        try (Stream<Path> files = Files.list(Path.of("workloads"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            STUDY.names().stream().map(name -> name + ".yaml").toList());
        }
    }

    static List<? extends Workload> workloads() {
        return STUDY.workloads();
    }

    /** Returns the loads for servers; for a workload with increasing numbers of connections, one load per number. */
    static List<Cell> served(Workload workload, Length length) {
        return workload.cells(length, Map.of()).stream()
                .flatMap(condition -> switch (condition) {
                    case Cell cell -> Stream.of(cell);
                    case MemoryCell memory -> memory.points().stream();
                    case JobCell job -> throw new AssertionError(job.label());
                })
                .toList();
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void everyCellAsksForAProtocolAndAbilitiesThatEnginesHave(Workload workload) {
        Subject subject = EchoServer.engine("selector");
        for (Length length : Length.values()) {
            for (Cell cell : served(workload, length)) {
                assertThat(subject.lacks(cell.requires())).as(cell.label()).isEmpty();
                Protocol protocol = EchoProtocols.named(cell.protocol());
                if (cell.server().containsKey("offload")) {
                    EchoProtocols.offloaded(cell.server().getOrDefault("offload", ""), protocol)
                            .close();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void aQuickRunTakesSeconds(Workload workload) {
        for (Cell cell : served(workload, Length.QUICK)) {
            assertThat(cell.warmUp().plus(cell.measure())).as(cell.label()).isLessThan(Duration.ofSeconds(15));
        }
        assertThat(workload.summary()).isNotEmpty();
        assertThat(workload.source()).isNotEmpty();
    }

    /** A whole study is to take less than an hour: the others run if they are named. */
    @Test
    void aRunOfTheWholeStudyHasSixWorkloads() {
        assertThat(STUDY.workloads())
                .filteredOn(workload -> !workload.named())
                .extracting(Workload::name)
                .containsExactly("ping", "hello-bye", "connect-echo-close", "bulk", "idle", "mixed");
    }

    @Test
    void helloByeIsTheLiteraturesTransaction() {
        assertThat(full("hello-bye")).extracting(Cell::connections).containsExactly(1_000, 2_000, 4_000, 10_000);
        Cell cell = full("hello-bye").getFirst();
        assertThat(cell.arrivals()).isInstanceOf(Arrivals.Closed.class);
        assertThat(names(cell.script().steps()))
                .containsExactly("connect", "hello", "echo", "PT1S", "bye", "echo", "close");
        assertThat(names(full("hello-abort").getFirst().script().steps()))
                .containsExactly("connect", "hello", "echo", "PT1S", "bye", "echo", "abort");
        assertThat(names(full("hello-bye-persistent").getFirst().script().steps()))
                .containsExactly("connect", "repeat", "hello", "echo", "PT1S", "bye", "echo", "PT1S");
        assertThat(full("hello-bye-persistent"))
                .extracting(Cell::connections)
                .containsExactly(1_000, 2_000, 4_000, 10_000);
    }

    @Test
    void helloByeOfThoseWhoComeByThemselvesIsTheSameTransaction() {
        List<Cell> open = full("hello-bye-open");
        assertThat(open)
                .extracting(cell -> ((Arrivals.Poisson) cell.arrivals()).perSecond())
                .containsExactly(1_000.0, 4_000.0, 5_000.0);
        assertThat(open).extracting(Cell::connections).containsExactly(1_500, 5_600, 7_000);
        assertThat(open.getFirst().script())
                .isEqualTo(full("hello-bye").getFirst().withConstantPauses().script());
    }

    @Test
    void pingGoesFromOneConnectionToTenThousandInAClosedLoopAndKeepsItsRateInAnOpenOne() {
        assertThat(full("ping-closed")).extracting(Cell::connections).containsExactly(1, 100, 1_000, 10_000);
        assertThat(full("ping-closed").getFirst().arrivals()).isInstanceOf(Arrivals.Closed.class);
        assertThat(full("ping")).extracting(Cell::connections).containsExactly(10, 100, 1_000, 10_000);
        assertThat(full("ping"))
                .extracting(Cell::arrivals)
                .allMatch(arrivals -> arrivals instanceof Arrivals.Poisson poisson && poisson.perSecond() == 10_000);
        for (String name : List.of("ping", "ping-closed")) {
            assertThat(names(full(name).getFirst().script().steps()))
                    .containsExactly("connect", "repeat", "64", "echo");
            assertThat(STUDY.load(name).cells(Length.QUICK, Map.of()))
                    .extracting(Cell::connections)
                    .containsExactly(100);
        }
    }

    @Test
    void theOthersAreWhatTheirNamesSay() {
        assertThat(full("connect-echo-close")).extracting(Cell::connections).containsExactly(20);
        assertThat(names(full("connect-echo-close").getFirst().script().steps()))
                .containsExactly("connect", "hello", "echo", "close");
        assertThat(full("bulk"))
                .extracting(cell -> names(cell.script().steps()).get(2))
                .containsExactly("16384", "51200", "512000", "1048576");
        assertThat(names(full("churn").getFirst().script().steps()))
                .containsExactly("connect", "repeat 10", "64", "echo", "close");
        assertThat(full("busy-handler"))
                .extracting(cell -> cell.protocol() + " " + cell.server().get("offload"))
                .containsOnly("busy?millis=500 50", "busy?millis=500 elastic");
        assertThat(full("low-load")).extracting(Cell::arrivals).containsExactly(new Arrivals.Poisson(100, 10));
        assertThat(full("container")).extracting(Cell::protocol).containsExactly("busy?millis=500");
        assertThat(names(full("container").getFirst().script().steps()))
                .containsExactly("connect", "work", "echo", "close");
        assertThat(full("mixed"))
                .extracting(Cell::protocol)
                .containsExactly("mixed?millis=20&kind=block", "mixed?millis=20&kind=burn");
        assertThat(full("mixed").getFirst().background()).singleElement().satisfies(heavy -> {
            assertThat(heavy.users()).isEqualTo(4);
            assertThat(names(heavy.script().steps())).contains("heavy");
        });
    }

    @Test
    void slowPeersSendAByteAtATimeOrReadSlowly() {
        Cell cell = full("slow-peers").getFirst();
        assertThat(cell.background())
                .extracting(Background::portions)
                .containsExactly(
                        new Portions(Optional.of(new Portion(1, Duration.ofMillis(20))), Optional.empty()),
                        new Portions(Optional.empty(), Optional.of(new Portion(8192, Duration.ofMillis(20)))));
        // Answers that take longer than the timeout would be errors of the load, not of a server.
        assertThat(cell.timeout()).isGreaterThan(Duration.ofSeconds(10));
    }

    @Test
    void everyFifthRequestIsSlow() {
        assertThat(full("slow-requests"))
                .extracting(Cell::protocol)
                .containsExactly("slow?millis=20&kind=block", "slow?millis=20&kind=burn");
        assertThat(names(full("slow-requests").getFirst().script().steps()))
                .containsExactly(
                        "connect", "PT0.5S", "repeat", "repeat 4", "quick", "echo", "PT0.1S", "slow", "echo", "PT0.1S");
    }

    /** Users who always pause for as long would stay in the crowd in which a stall has gathered them. */
    @Test
    void usersOfClosedLoopsPauseForARandomTime() {
        List<Step.Pause> pauses = Stream.of(
                        "hello-bye",
                        "hello-bye-persistent",
                        "hello-abort",
                        "accept-queue",
                        "mixed",
                        "idle-timeout",
                        "phases")
                .flatMap(name -> full(name).stream())
                .flatMap(cell -> pauses(cell.script().steps()))
                .toList();
        assertThat(pauses).isNotEmpty().allMatch(pause -> pause.min().compareTo(pause.max()) < 0);
    }

    private static Stream<Step.Pause> pauses(List<Step> steps) {
        return steps.stream().flatMap(step -> switch (step) {
            case Step.Pause pause -> Stream.of(pause);
            case Step.Repeat repeat -> pauses(repeat.steps());
            case Step.RepeatFor repeat -> pauses(repeat.steps());
            default -> Stream.empty();
        });
    }

    @Test
    void burstsHaveTheRateOfUsersWhoComeOneByOne() {
        assertThat(full("bursts"))
                .extracting(Cell::arrivals)
                .containsExactly(
                        new Arrivals.Bursts(1000, 1, 400),
                        new Arrivals.Bursts(1000, 20, 400),
                        new Arrivals.Bursts(1000, 100, 400));
    }

    @Test
    void aPageIsAskedForAsABrowserWouldAndHasAsManyBytesFromEverybody() {
        Cell cell = full("page").getFirst();
        assertThat(cell.protocol()).isEqualTo("page");
        assertThat(names(cell.script().steps()))
                .containsExactly("connect", "repeat", "GET / HTTP/1.1\r\nHost: gearbox\r\n\r\n", "echo");
        assertThat(full("page"))
                .extracting(Cell::arrivals)
                .allMatch(arrivals -> arrivals instanceof Arrivals.Poisson poisson && poisson.perSecond() == 10_000);
    }

    @Test
    void idleHoldsUpToTenThousandQuietConnectionsBesideAFewBusyOnes() {
        MemoryWorkload idle = (MemoryWorkload) STUDY.workload("idle");
        MemoryCell full = idle.cells(Length.FULL, Map.of()).getFirst();
        assertThat(full.points())
                .extracting(cell -> cell.background().getFirst().users())
                .containsExactly(1_000, 2_500, 5_000, 10_000);
        assertThat(full.largest().arrivals().connections()).isEqualTo(10);
        assertThat(names(full.largest().background().getFirst().script().steps()))
                .containsExactly("connect", "hello", "echo", "repeat", "PT1H");
        assertThat(full.quietFor()).isEqualTo(Duration.ofSeconds(4));
        assertThat(idle.cells(Length.QUICK, Map.of()).getFirst().points())
                .as("a slope needs several counts, and three give its error")
                .hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void phasesClimbFrom64BytesTo500KiBAndBackEveryTenSeconds() {
        assertThat(names(full("phases").getFirst().script().steps()).stream()
                        .filter(name -> name.matches("\\d+|for .*")))
                .containsExactly(
                        "for PT10S",
                        "64",
                        "for PT10S",
                        "1024",
                        "for PT10S",
                        "16384",
                        "for PT10S",
                        "512000",
                        "for PT10S",
                        "16384",
                        "for PT10S",
                        "1024");
    }

    @Test
    void enginesMadeForAWorkloadTakePartInIt() {
        assertThat(STUDY.load("mixed").also()).containsExactly("evicting?after=5ms");
        assertThat(STUDY.workload("idle").also()).containsExactly("parking?after=500ms");
    }

    @Test
    void theMapGoesOverConnectionsSizePipeliningAndShareWithTwoPairs() {
        LoadWorkload map = STUDY.load("io-uring-map");
        assertThat(map.pairs())
                .extracting(LoadWorkload.ArmPair::toString)
                .containsExactly("uring against epoll", "netty-uring against netty-epoll");
        assertThat(map.axes()).containsOnlyKeys("connections", "bytes", "pipelining", "active");
        assertThat(map.axes().values()).allMatch(values -> values.size() > 1);
        assertThat(full("io-uring-map")).hasSize(36).allSatisfy(cell -> {
            assertThat(cell.arrivals()).isInstanceOf(Arrivals.Poisson.class);
            assertThat(cell.arrivals().active())
                    .isEqualTo(Double.parseDouble(cell.parameters().getOrDefault("active", "")));
            assertThat(names(cell.script().steps()))
                    .containsExactly(
                            "connect",
                            "repeat",
                            cell.parameters().get("pipelining") + " x "
                                    + cell.parameters().get("bytes"),
                            "echo");
            assertThat(bytesPerSecond(cell))
                    .as("%s: beyond a core", cell.label())
                    .isLessThan(100e6);
        });
        assertThat(map.cells(Length.QUICK, Map.of()))
                .as("each cell takes minutes, for each pair")
                .hasSizeBetween(4, 6);
    }

    private static double bytesPerSecond(Cell cell) {
        var frames = (Payload.Frames) ((Step.Send)
                        ((Step.Repeat) cell.script().steps().get(1)).steps().getFirst())
                .payload();
        return ((Arrivals.Poisson) cell.arrivals()).perSecond() * frames.size();
    }

    private static List<Cell> full(String workload) {
        return STUDY.load(workload).cells(Length.FULL, Map.of());
    }

    /** Returns the steps in short form, with repeats expanded. */
    private static List<String> names(List<Step> steps) {
        List<String> names = new ArrayList<>();
        for (Step step : steps) {
            switch (step) {
                case Step.Connect() -> names.add("connect");
                case Step.Close() -> names.add("close");
                case Step.Abort() -> names.add("abort");
                case Step.Send(Payload.Text(String text)) -> names.add(text);
                case Step.Send(Payload.Bytes(int count)) -> names.add(Integer.toString(count));
                case Step.Send(Payload.Frames(int frames, int bytes)) -> names.add(frames + " x " + bytes);
                case Step.Expect _ -> names.add("echo");
                case Step.Pause pause -> names.add(pause.mean().toString());
                case Step.Repeat repeat -> {
                    names.add("repeat"
                            + (repeat.times().isPresent() ? " " + repeat.times().getAsInt() : ""));
                    names.addAll(names(repeat.steps()));
                }
                case Step.RepeatFor(Duration length, List<Step> repeated) -> {
                    names.add("for " + length);
                    names.addAll(names(repeated));
                }
            }
        }
        return names;
    }
}
