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
 * The installed studies. The first is the default.
 *
 * @param all in the order in which they are listed
 */
public record Studies(List<StudyProvider> all) {
    public Studies {
        all = List.copyOf(all);
    }

    public static Studies of(StudyProvider... all) {
        return new Studies(List.of(all));
    }

    /** The studies on the module path or the class path: first the one whose servers are the engines, the others by name. */
    public static Studies installed() {
        return new Studies(ServiceLoader.load(StudyProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.<StudyProvider, Boolean>comparing(study -> !(study instanceof EchoServerStudy))
                        .thenComparing(StudyProvider::name))
                .toList());
    }

    /** The first installed one: echo-server. */
    public StudyProvider first() {
        return all.getFirst();
    }

    /**
     * The study of that name.
     *
     * @throws UsageException if there is none; it names the nearest and lists all
     */
    public StudyProvider named(String name) {
        return find(name)
                .orElseThrow(() -> OptionValues.unknown(
                        "study", name, all.stream().map(StudyProvider::name).toList()));
    }

    Optional<StudyProvider> find(String name) {
        return all.stream().filter(known -> known.name().equals(name)).findFirst();
    }

    /** The results that were measured for a study. */
    static List<Evidence> of(List<Evidence> evidence, String study) {
        return evidence.stream()
                .filter(one -> one.experiment().study().equals(study))
                .toList();
    }
}
