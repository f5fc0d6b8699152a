package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.ClaimVerdict;
import dev.gearbox.evidence.claim.FigureSource;
import dev.gearbox.evidence.claim.Judge;
import dev.gearbox.evidence.claim.Judgement;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The race of {@code gearbox claims}: an arm is decided when each comparison of a claim in which it takes part has a verdict, or cannot have one on this
 * machine.
 *
 * @param claims all that are tested: their comparisons share the error probability
 * @param figures by what the claims are judged, with the evidence so far
 */
public record ClaimRace(List<Claim> claims, Function<Evidence, FigureSource> figures) implements Race {
    /** Copies the list. */
    public ClaimRace {
        claims = List.copyOf(claims);
    }

    @Override
    public Set<String> decided(Evidence seen) {
        Set<String> open = Judge.of(claims, figures.apply(seen)).stream()
                .flatMap(judgement -> judgement.parts().stream())
                .filter(part -> part.verdict() == ClaimVerdict.INCONCLUSIVE)
                .map(Judgement.Part::part)
                .flatMap(part -> part.sides())
                .filter(side -> side.cell().covers(seen.experiment()))
                .map(side -> side.arm().label())
                .collect(Collectors.toSet());
        return seen.experiment().contenders().stream()
                .map(Arm::label)
                .filter(arm -> !open.contains(arm))
                .collect(Collectors.toUnmodifiableSet());
    }
}
