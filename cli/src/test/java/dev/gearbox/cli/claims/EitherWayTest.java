package dev.gearbox.cli.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.run.Studies;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.ClaimVerdict;
import dev.gearbox.evidence.claim.Judge;
import dev.gearbox.evidence.claim.Judgement;
import dev.gearbox.lab.ClaimReach;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every claim of every study can go either way: synthetic results in its own design, within what the parameters of its loads allow, make it hold, and
 * others refute each of its comparisons. A comparison that the parameters decide has to say so, and another one has to stand beside it.
 */
final class EitherWayTest {
    private static final int DRAWN = 6;
    private static final Map<String, ClaimReach> REACHES = new HashMap<>();

    static Stream<Arguments> claims() {
        return Studies.installed().all().stream()
                .flatMap(study -> study.study().claims().get().stream()
                        .map(claim -> Arguments.argumentSet(study.name() + " " + claim.id(), study, claim)));
    }

    private static ClaimReach reach(StudyProvider study) {
        return REACHES.computeIfAbsent(study.name(), _ -> new ClaimReach(study));
    }

    private static boolean open(Claim.Part part) {
        return part.arithmetic().isEmpty();
    }

    private static List<Claim.Part> open(Claim claim) {
        List<Claim.Part> open =
                claim.parts().stream().filter(EitherWayTest::open).toList();
        assertThat(open).as("comparisons that arithmetic does not decide").isNotEmpty();
        return open;
    }

    private static Map<MadeClaim.Key, Double> holding(Claim claim, Wanted wanted) {
        Optional<Map<MadeClaim.Key, Double>> holding = wanted.holding(open(claim));
        assertThat(holding)
                .as(() -> claim.id() + " has no figures by which it holds: "
                        + claim.parts().stream().map(wanted::limits).toList())
                .isPresent();
        return holding.orElseThrow();
    }

    private static Map<MadeClaim.Key, Double> refuting(Claim claim, Claim.Part part, Wanted wanted) {
        Optional<Map<MadeClaim.Key, Double>> refuting = wanted.refuting(part);
        assertThat(refuting)
                .as(() -> claim.id() + " has no figures that refute \"" + part.name() + "\": " + wanted.limits(part))
                .isPresent();
        return refuting.orElseThrow();
    }

    /** The parameters of a load leave room for figures by which a claim holds, and for figures that refute each comparison. */
    @ParameterizedTest
    @MethodSource("claims")
    void the_load_decides_nothing(StudyProvider study, Claim claim) {
        Wanted wanted = new Wanted(claim, reach(study));
        holding(claim, wanted);
        open(claim).forEach(part -> refuting(claim, part, wanted));
    }

    /** A sample drawn by a seed; all with -Dgearbox.deep. */
    static Stream<Arguments> drawn() {
        long seed = Contract.seed();
        System.out.println("claims: -Dgearbox.seed=" + seed);
        return SeededSample.of(claims().toList(), DRAWN, seed).stream();
    }

    /** The judge comes to both verdicts on such figures. */
    @ParameterizedTest
    @MethodSource("drawn")
    @Tag("deep")
    void holds_and_is_refuted(StudyProvider study, Claim claim) {
        ClaimReach reach = reach(study);
        Wanted wanted = new Wanted(claim, reach);
        Judgement held = Judge.of(claim, new MadeClaim(claim, holding(claim, wanted), reach));
        assertThat(held.parts())
                .allSatisfy(part -> assertThat(part.verdict())
                        .as(() -> part.part().name() + ": " + part.why())
                        .isEqualTo(open(part.part()) ? ClaimVerdict.HOLDS : ClaimVerdict.BY_ARITHMETIC));
        assertThat(held.verdict()).as(held::words).isEqualTo(ClaimVerdict.HOLDS);
        for (Claim.Part part : open(claim)) {
            Judgement refuted = Judge.of(claim, new MadeClaim(claim, refuting(claim, part, wanted), reach));
            assertThat(refuted.parts().get(claim.parts().indexOf(part)).verdict())
                    .as(() -> part.name() + ": " + refuted.words())
                    .isEqualTo(ClaimVerdict.REFUTED);
            assertThat(refuted.verdict()).isEqualTo(ClaimVerdict.REFUTED);
        }
    }

    /** Says what the literature says: where, what would refute it, and why it can go either way. */
    @ParameterizedTest
    @MethodSource("claims")
    void states_its_place_and_what_would_refute_it(StudyProvider study, Claim claim) {
        assertThat(claim.testability())
                .as(study.name() + " " + claim.id() + ": place, refuted-if, either-way")
                .satisfies(stated -> assertThat(stated.place()).isPresent())
                .satisfies(stated -> assertThat(stated.refutedIf()).isPresent())
                .satisfies(stated -> assertThat(stated.eitherWay()).isPresent());
    }

    private static Claim decoded(String parts) throws IOException {
        String text = """
                id: es-3
                statement: s
                source: p
                their-method: {how: h, reported: r}
                workload: hello-bye
                axes: {connections: 4000}
                margin: 0.05
                parts:
                %s
                """.formatted(parts.indent(2));
        return Claim.decode(
                "es-3.yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), new Claim.KnownNames() {
                    @Override
                    public String label(String spec, Optional<String> offload) {
                        return spec;
                    }

                    @Override
                    public void check(Claim.CellRef cell) {}
                });
    }

    private static String found(String parts) throws IOException {
        Claim claim = decoded(parts);
        Wanted wanted = new Wanted(claim, reach(Studies.installed().named("echo-server")));
        return (wanted.holding(claim.parts()).isPresent() ? "holds" : "cannot hold") + ", "
                + (claim.parts().stream().allMatch(part -> wanted.refuting(part).isPresent())
                        ? "refuted"
                        : "cannot be refuted");
    }

    /** The test fails for claims that a load decides, and for those that contradict themselves. */
    @Test
    void finds_claims_that_cannot_go_either_way() throws IOException {
        assertThat(found("- {name: n, metric: connects, left: selector, right: {number: 3977}, expect: at-least}"))
                .isEqualTo("holds, refuted");
        assertThat(found("- {name: n, metric: connects, left: selector, right: {number: 5000}, expect: at-least}"))
                .isEqualTo("cannot hold, refuted");
        assertThat(found("- {name: n, metric: connects, left: selector, right: {number: 5000}, expect: at-most}"))
                .isEqualTo("holds, cannot be refuted");
        assertThat(found("- {name: n, metric: connects, left: selector, right: {number: 4000}, expect: left-lower}"))
                .isEqualTo("holds, cannot be refuted");
        assertThat(found("""
                - {name: n, metric: cpu, left: selector, right: threads, expect: left-lower}
                - {name: m, metric: cpu, left: threads, right: virtual, expect: left-lower}
                - {name: o, metric: cpu, left: virtual, right: selector, expect: at-most}
                """)).isEqualTo("cannot hold, refuted");
    }
}
