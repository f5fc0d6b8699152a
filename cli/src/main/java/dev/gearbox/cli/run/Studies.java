package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.studies.echoserver.EchoServerStudy;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The studies that there are. The first is meant where nobody names one.
 *
 * @param all in the order in which they are told
 */
public record Studies(List<StudyProvider> all) {
    public Studies {
        all = List.copyOf(all);
    }

    public static Studies of(StudyProvider... all) {
        return new Studies(List.of(all));
    }

    /** Those on the module path or the class path: first the one whose servers are the engines, then by name. */
    public static Studies installed() {
        return new Studies(ServiceLoader.load(StudyProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.<StudyProvider, Boolean>comparing(study -> !(study instanceof EchoServerStudy))
                        .thenComparing(StudyProvider::name))
                .toList());
    }

    StudyProvider first() {
        return all.getFirst();
    }

    /**
     * The study of that name.
     *
     * @throws UsageException that names the nearest and all there are
     */
    StudyProvider named(String name) {
        return find(name)
                .orElseThrow(() -> OptionValues.unknown(
                        "study", name, all.stream().map(StudyProvider::name).toList()));
    }

    Optional<StudyProvider> find(String name) {
        return all.stream().filter(known -> known.name().equals(name)).findFirst();
    }

    /** What of it was measured for a study. */
    static List<Evidence> of(List<Evidence> evidence, String study) {
        return evidence.stream()
                .filter(one -> one.experiment().study().equals(study))
                .toList();
    }
}
