package dev.gearbox.lab.fork;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.evidence.archive.Archive;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Where a launch of a fork writes down what happens in it, as it happens.
 *
 * @param archive of the experiment
 * @param fork from 1
 * @param launch from 1
 * @param doing hears what is being done, in a few words, for whoever watches
 */
public record ForkLog(Archive archive, int fork, int launch, Consumer<String> doing) {
    public void say(String what) {
        doing.accept(what);
    }

    public void append(ForkEvent entry) {
        append(List.of(entry), List.of());
    }

    void append(List<ForkEvent> entries, List<TimeHistograms> times) {
        archive.append(fork, entries, times);
    }

    /** Where an arm writes what it decides by itself, if it decides anything, as JSON lines: beside the diary. */
    Path decisions(String arm) {
        String name = String.format(Locale.ROOT, "decisions-%02d-%s.jsonl", fork, Archive.legible(arm));
        return archive.folder().toAbsolutePath().resolve(name);
    }

    /** Arms of which an earlier launch of this fork has told already. */
    public <E extends ForkEvent> Set<String> told(Class<E> kind, Function<E, String> arm) {
        return archive.evidence().forks().stream()
                .filter(one -> one.number() == fork)
                .flatMap(one -> one.all(kind).stream())
                .map(arm)
                .collect(Collectors.toSet());
    }
}
