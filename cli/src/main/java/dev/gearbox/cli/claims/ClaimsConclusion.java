package dev.gearbox.cli.claims;

import dev.gearbox.evidence.claim.ClaimVerdict;
import dev.gearbox.evidence.claim.Judgement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** The last sentence on claims: how many have a verdict, and what would give one to the others. */
final class ClaimsConclusion {
    private ClaimsConclusion() {}

    /** A claim that more forks would probably decide. */
    private record Open(String claim, int forks) {
        String words() {
            return claim + " (about " + forks + ")";
        }
    }

    static String of(List<Judgement> judged) {
        int decided = 0;
        int impossible = 0;
        int sums = 0;
        List<Open> open = new ArrayList<>();
        int unmeasured = 0;
        for (Judgement one : judged) {
            OptionalInt forks = one.parts().stream()
                    .flatMapToInt(part -> part.forks().stream())
                    .max();
            if (one.verdict().decided()) {
                decided++;
            } else if (one.verdict() == ClaimVerdict.NOT_MEASURABLE_HERE) {
                impossible++;
            } else if (one.verdict() == ClaimVerdict.BY_ARITHMETIC) {
                sums++;
            } else if (forks.isPresent()) {
                open.add(new Open(one.claim().id(), forks.getAsInt()));
            } else {
                unmeasured++;
            }
        }
        List<String> words = new ArrayList<>();
        words.add(
                decided + " of " + judged.size() + (judged.size() == 1 ? " claim has" : " claims have") + " a verdict");
        if (!open.isEmpty()) {
            words.add(open.stream()
                    .sorted(Comparator.comparingInt(Open::forks))
                    .map(Open::words)
                    .collect(Collectors.joining(", ", "more forks would probably give one to ", "")));
        }
        if (unmeasured > 0) {
            words.add(unmeasured + " need" + (unmeasured == 1 ? "s" : "")
                    + " to be measured, on a quiet machine (--due)");
        }
        if (impossible > 0) {
            words.add(impossible + " cannot be measured here, for the reasons above");
        }
        if (sums > 0) {
            words.add(sums + (sums == 1 ? " follows" : " follow") + " from arithmetic alone");
        }
        return String.join("; ", words) + ".";
    }
}
