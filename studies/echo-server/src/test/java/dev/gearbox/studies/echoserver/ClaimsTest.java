package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Engines;
import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.ClaimVerdict;
import dev.gearbox.evidence.claim.FigureSource;
import dev.gearbox.evidence.claim.Judge;
import dev.gearbox.evidence.claim.Judgement;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Length;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** The claims of this study: each exists once, and refers only to existing arms and cells. */
class ClaimsTest {
    private static final List<Claim> CLAIMS = EchoServer.claims();

    @Test
    void everyClaimIsThereOnceAndIsCalledLikeItsFile() throws IOException {
        assertThat(CLAIMS)
                .extracting(Claim::id)
                .containsExactly(
                        "es-1", "es-2", "es-3", "es-4", "es-5", "es-5a", "es-5b", "es-6", "es-7", "es-8", "es-9",
                        "es-10", "es-11", "es-12", "net-1", "net-2", "net-2a", "net-2b", "net-3", "net-5", "pi-11a",
                        "rule-1", "rule-2a", "rule-3", "rule-6", "shift-1", "shift-2");
        try (Stream<Path> files = Files.list(Path.of("claims"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            CLAIMS.stream().map(claim -> claim.id() + ".yaml").toList());
        }
    }

    @Test
    void whatAClaimNeedsCanBeRun() {
        for (Claim claim : CLAIMS) {
            claim.runs(arm -> EchoServer.absence(arm.label()).isEmpty())
                    .forEach((cell, contenders) -> contenders.forEach(contender -> {
                        List<? extends Condition> wanted = EchoServer.study()
                                .workload(cell.workload())
                                .cells(
                                        Length.QUICK,
                                        cell.axes().entrySet().stream()
                                                .collect(Collectors.toMap(
                                                        Map.Entry::getKey, axis -> List.of(axis.getValue()))));
                        assertThat(EchoServer.subject(contender)
                                        .lacks(wanted.getFirst().requires()))
                                .as(claim.id() + " " + cell)
                                .isEmpty();
                        assertThat(EchoServer.subject(contender).label()).isEqualTo(contender.label());
                    }));
        }
    }

    @Test
    void anEngineThatTheBuildLeavesOutIsAbsentAndOneThatNobodyKnowsIsAnError() {
        List<String> here =
                Engines.models().stream().map(model -> model.card().name()).toList();
        assertThat(here).contains("epoll", "uring");
        for (String name : List.of("epoll", "uring", "netty-epoll", "netty-uring")) {
            assertThat(EchoServer.label(name, Optional.empty())).isEqualTo(name);
            assertThat(EchoServer.absence(name)
                            .filter(why -> why.contains("this build"))
                            .isPresent())
                    .as(name)
                    .isNotEqualTo(here.contains(name));
        }
        assertThat(EchoServer.absence("reactors?threads=2 + offload(50)")).isEmpty();
        assertThat(EchoServer.label("uring", Optional.of("50"))).isEqualTo("uring + offload(50)");
        assertThatThrownBy(() -> EchoServer.label("uringg", Optional.empty()))
                .hasMessageStartingWith("no engine \"uringg\".");
    }

    /** One cell of the map: the ratio of the second to the first, with its interval. */
    private static Findings cell(String arm, String baseline, double ratio, double half) {
        Design design = new Design("quick", 5, 12, 0.1, 0.9, 8, 0.1, 0.95, List.of(5), false);
        Experiment experiment = new Experiment(
                Experiment.FORMAT,
                "echo-server",
                "io-uring-map",
                "",
                Map.of(),
                "echo",
                Map.of(),
                "open",
                JsonNodeFactory.instance.objectNode(),
                List.of(new Arm(baseline, List.of()), new Arm(arm, List.of())),
                baseline,
                design,
                new Machine(2, "", 0, "", "", "", "", 0, "", "", "", List.of(), List.of()),
                1);
        Quality quality = new Quality(
                5,
                60,
                60,
                Map.of(),
                0,
                List.of(),
                1,
                0.1,
                0,
                null,
                null,
                Optional.empty(),
                null,
                null,
                List.of(),
                List.of());
        Figure one = new Figure(1, 1, 1, 5);
        Figure many = new Figure(ratio, ratio * (1 - half), ratio * (1 + half), 5);
        return new Findings(
                experiment,
                quality,
                Map.of(
                        Metric.CPU,
                        new Ranking(
                                Metric.CPU,
                                List.of(
                                        new Ranking.RankedArm(baseline, one, one, 1, 1, Verdict.BASELINE, "a"),
                                        new Ranking.RankedArm(arm, many, many, 0.5, 0.5, Verdict.INCONCLUSIVE, "a")),
                                0.1)),
                Map.of());
    }

    /** Returns the verdict on net-2 if our engines have one ratio, and Netty's another. */
    private static Judgement netTwo(double ratio, double half, double odd, Optional<String> missing) {
        Claim claim = CLAIMS.stream()
                .filter(each -> each.id().equals("net-2"))
                .findFirst()
                .orElseThrow();
        return Judge.of(claim, new FigureSource() {
            @Override
            public Optional<Findings> findings(Claim.CellRef cell, String arm, String baseline) {
                boolean nettys = baseline.equals("netty-epoll");
                return Optional.of(cell(nettys ? "netty-uring" : "uring", baseline, nettys ? odd : ratio, half));
            }

            @Override
            public Optional<Figure> apart(Claim.Measure.Kind kind, String arm) {
                return Optional.empty();
            }

            @Override
            public Optional<String> missing(String arm) {
                return arm.equals("uring") ? missing : Optional.empty();
            }
        });
    }

    @Test
    void netTwoIsJudgedByTheIntervalsOfBothPairs() {
        Optional<String> none = Optional.empty();
        assertThat(netTwo(0.7, 0.02, 0.7, none).verdict()).isEqualTo(ClaimVerdict.HOLDS);
        assertThat(netTwo(0.7, 0.02, 1.3, none).verdict())
                .as("one pair in the opposite direction")
                .isEqualTo(ClaimVerdict.REFUTED);
        assertThat(netTwo(0.7, 0.02, 1.0, none).verdict())
                .as("one pair without a difference")
                .isEqualTo(ClaimVerdict.NO_DIFFERENCE);
        assertThat(netTwo(0.95, 0.06, 0.95, none).verdict())
                .as("the interval contains both directions")
                .isEqualTo(ClaimVerdict.INCONCLUSIVE);
        Judgement absent = netTwo(0.7, 0.02, 0.7, Optional.of("io_uring is disabled"));
        assertThat(absent.verdict()).isEqualTo(ClaimVerdict.NOT_MEASURABLE_HERE);
        assertThat(absent.parts().getFirst().why()).isEqualTo("uring cannot run here: io_uring is disabled");
        assertThat(absent.parts().getLast().verdict()).isEqualTo(ClaimVerdict.HOLDS);
    }

    @Test
    void withoutMeasurementsNothingIsDecided() {
        FigureSource nothing = new FigureSource() {
            @Override
            public Optional<Findings> findings(Claim.CellRef cell, String arm, String baseline) {
                return Optional.empty();
            }

            @Override
            public Optional<Figure> apart(Claim.Measure.Kind kind, String arm) {
                return Optional.empty();
            }

            @Override
            public Optional<String> missing(String arm) {
                return Optional.empty();
            }
        };
        assertThat(Judge.of(CLAIMS, nothing)).extracting(Judgement::verdict).containsOnly(ClaimVerdict.INCONCLUSIVE);
    }

    @Test
    void loadsThatLeaveSeveralCellsOrNoneAreRefused() {
        Claim.KnownNames known = new EchoClaims(EchoServer.study());
        assertThatThrownBy(() -> known.check(new Claim.CellRef("hello-bye", Map.of())))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("leaves 4 cells instead of one")
                .hasMessageEndingWith("Name the other axes too");
        assertThatThrownBy(() -> known.check(new Claim.CellRef("hello-by", Map.of())))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("Did you mean hello-bye?");
        assertThatThrownBy(() -> known.check(new Claim.CellRef("ping", Map.of("connection", "5"))))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("connection");
        assertThatThrownBy(() -> known.label("reactor", Optional.empty()))
                .hasMessageContaining("Did you mean reactors?");
    }
}
