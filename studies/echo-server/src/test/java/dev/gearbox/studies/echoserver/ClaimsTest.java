package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Engines;
import dev.gearbox.evidence.Claim;
import dev.gearbox.evidence.ClaimVerdict;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Figure;
import dev.gearbox.evidence.Findings;
import dev.gearbox.evidence.Judge;
import dev.gearbox.evidence.Judgement;
import dev.gearbox.evidence.Measured;
import dev.gearbox.lab.Cell;
import dev.gearbox.lab.Length;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The claims of this study: each is there once, and asks only for what there is. */
class ClaimsTest {
    private static final List<Claim> CLAIMS = EchoServer.claims();

    @Test
    void everyClaimIsThereOnceAndIsCalledLikeItsFile() throws IOException {
        assertThat(CLAIMS)
                .extracting(Claim::id)
                .containsExactly(
                        "es-1", "es-2", "es-3", "es-4", "es-5", "es-6", "es-7", "es-8", "es-9", "net-1", "net-3",
                        "net-5", "rule-3", "rule-6");
        try (Stream<Path> files = Files.list(Path.of("claims"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            CLAIMS.stream().map(claim -> claim.id() + ".yaml").toList());
        }
    }

    @Test
    void whatAClaimNeedsCanBeRun() {
        for (Claim claim : CLAIMS) {
            claim.runs(arm -> present(arm.spec()))
                    .forEach((cell, contenders) -> contenders.forEach(contender -> {
                        List<Cell> wanted = EchoServer.study()
                                .workload(cell.workload())
                                .cells(
                                        Length.QUICK,
                                        cell.axes().entrySet().stream()
                                                .collect(Collectors.toMap(
                                                        Map.Entry::getKey, axis -> List.of(axis.getValue()))));
                        assertThat(EchoServer.engine(contender)
                                        .lacks(wanted.getFirst().requires()))
                                .as(claim.id() + " " + cell)
                                .isEmpty();
                        assertThat(EchoServer.engine(contender).label()).isEqualTo(contender.label());
                    }));
        }
    }

    private static boolean present(String spec) {
        return Engines.models().stream()
                .filter(model -> model.card().name().equals(spec.split("\\?", 2)[0]))
                .allMatch(model -> model.absence().isEmpty());
    }

    @Test
    void withoutMeasurementsNothingIsDecided() {
        Measured nothing = new Measured() {
            @Override
            public Optional<Findings> findings(Claim.Cell cell, String arm, String baseline) {
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
        Claim.Known known = new EchoClaims(EchoServer.study());
        assertThatThrownBy(() -> known.check(new Claim.Cell("hello-bye", Map.of())))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("leaves 4 cells and not one")
                .hasMessageEndingWith("Name the other axes too");
        assertThatThrownBy(() -> known.check(new Claim.Cell("hello-by", Map.of())))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("Did you mean hello-bye?");
        assertThatThrownBy(() -> known.check(new Claim.Cell("ping", Map.of("connection", "5"))))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("connection");
        assertThatThrownBy(() -> known.label("reactor", Optional.empty()))
                .hasMessageContaining("Did you mean reactors?");
    }
}
