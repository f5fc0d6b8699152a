package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Refusal;
import dev.gearbox.cli.terminal.Words;
import dev.gearbox.evidence.Evidence;
import java.util.List;
import java.util.Optional;

/**
 * The studies that there are. The first is meant where nobody names one.
 *
 * @param all in the order in which they are told
 */
public record Studies(List<KnownStudy> all) {
    public Studies {
        all = List.copyOf(all);
    }

    public static Studies of(KnownStudy... all) {
        return new Studies(List.of(all));
    }

    KnownStudy first() {
        return all.getFirst();
    }

    /**
     * The study of that name.
     *
     * @throws Refusal that names the nearest and all there are
     */
    KnownStudy named(String name) {
        return find(name)
                .orElseThrow(() -> Words.unknown(
                        "study", name, all.stream().map(KnownStudy::name).toList()));
    }

    Optional<KnownStudy> find(String name) {
        return all.stream().filter(known -> known.name().equals(name)).findFirst();
    }

    /** What of it was measured for a study. */
    static List<Evidence> of(List<Evidence> evidence, String study) {
        return evidence.stream()
                .filter(one -> one.experiment().study().equals(study))
                .toList();
    }
}
