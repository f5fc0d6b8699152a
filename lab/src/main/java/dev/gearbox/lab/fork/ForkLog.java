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
 * Records the events of a launch of a fork as they happen.
 *
 * @param archive the archive of the experiment
 * @param fork from 1
 * @param launch from 1
 * @param doing receives the current activity, in a few words, for display
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

    /** Returns the file, next to the event log, to which an arm writes its own decisions, if any, as lines of JSON. */
    Path decisions(String arm) {
        String name = String.format(Locale.ROOT, "decisions-%02d-%s.jsonl", fork, Archive.legible(arm));
        return archive.folder().toAbsolutePath().resolve(name);
    }

    /** Returns the arms that an earlier launch of this fork has already recorded. */
    public <E extends ForkEvent> Set<String> told(Class<E> kind, Function<E, String> arm) {
        return archive.evidence().forks().stream()
                .filter(one -> one.number() == fork)
                .flatMap(one -> one.all(kind).stream())
                .map(arm)
                .collect(Collectors.toSet());
    }
}
