package dev.gearbox.cli.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.ClaimVerdict;
import dev.gearbox.evidence.claim.Judgement;
import dev.gearbox.studies.echoserver.EchoServerStudy;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The last sentence names each claim that forks would decide, that which needs fewest first. */
class ClaimsConclusionTest {
    private static final List<Claim> CLAIMS =
            new EchoServerStudy().study().claims().get();

    /** The claim at this place, each part with this verdict; the forks that its parts need. */
    private static Judgement judged(int at, ClaimVerdict verdict, int... forks) {
        Claim claim = CLAIMS.get(at);
        List<Judgement.Part> parts = IntStream.range(0, Math.max(1, forks.length))
                .mapToObj(part -> new Judgement.Part(
                        claim.parts().getFirst(),
                        verdict,
                        new Figure(1, 0.9, 1.1, 5),
                        "",
                        "",
                        part < forks.length ? OptionalInt.of(forks[part]) : OptionalInt.empty()))
                .toList();
        return new Judgement(claim, parts, "");
    }

    private static String id(int at) {
        return CLAIMS.get(at).id();
    }

    @Test
    void the_open_claims_are_named_with_the_forks_of_all_their_parts() {
        assertThat(ClaimsConclusion.of(List.of(
                        judged(0, ClaimVerdict.INCONCLUSIVE, 7, 40, 9),
                        judged(1, ClaimVerdict.HOLDS),
                        judged(2, ClaimVerdict.INCONCLUSIVE, 8))))
                .isEqualTo("1 of 3 claims have a verdict; more forks would probably give one to " + id(2)
                        + " (about 8), " + id(0) + " (about 40).");
    }

    @Test
    void what_no_number_of_forks_decides_is_counted_apart() {
        assertThat(ClaimsConclusion.of(List.of(
                        judged(0, ClaimVerdict.REFUTED),
                        judged(1, ClaimVerdict.INCONCLUSIVE),
                        judged(2, ClaimVerdict.NOT_MEASURABLE_HERE),
                        judged(3, ClaimVerdict.BY_ARITHMETIC))))
                .isEqualTo("1 of 4 claims have a verdict; 1 needs to be measured, on a quiet machine (--due);"
                        + " 1 cannot be measured here, for the reasons above; 1 follows from arithmetic alone.");
    }
}
