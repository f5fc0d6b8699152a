package dev.gearbox.evidence.archive;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.StrictJson;
import dev.gearbox.evidence.TimeHistograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The folder of an experiment. Its path is computed from all parameters, so that the same experiment finds what it has
 * measured before and goes on from there.
 * <pre>
 *   results/echo-server/ping-connections=100-bytes=64-1f3a5c7e9b0d/
 *       experiment.json     what was to be measured
 *       fork-01.jsonl       what happened in the fork, a line each ({@link ForkEvent})
 *       fork-01.hlog        the histograms of its slices (HdrHistogram's log format)
 *       owner.lock          locked by the process that measures, whose id it holds ({@link FolderLock})
 * </pre>
 * Whatever ends the lab, a block whose end was written is whole: a fork's files only grow, and a line that was cut off
 * is cut away before the next is written.
 */
public final class Archive implements AutoCloseable {
    private static final Pattern OLD_TOUR =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-tour-[0-9a-f]{4}");
    private static final String EXPERIMENT = "experiment.json";

    private final Path folder;
    private final Experiment experiment;
    private final List<String> damage;
    private final FolderLock lock;

    private Archive(Path folder, Experiment experiment, List<String> damage, FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
        this.experiment = experiment;
        this.damage = List.copyOf(damage);
    }

    /**
     * The name of an experiment's folder, below a parent: equal for equal experiments, however many forks they ask for.
     */
    static Path path(Path parent, Experiment experiment) {
        ObjectNode tree = StrictJson.LINE.valueToTree(experiment);
        tree.remove(List.of("summary", "leftOut"));
        ObjectNode design = (ObjectNode) tree.required("design");
        design.remove("forks");
        design.remove("looks");
        design.remove("effort");
        StringBuilder name = new StringBuilder(experiment.workload());
        experiment
                .parameters()
                .forEach((axis, value) ->
                        name.append('-').append(axis).append('=').append(value));
        String legible = name.toString().replaceAll("[^A-Za-z0-9=.,+-]", "_");
        return parent.resolve(legible(experiment.study()))
                .resolve(legible.substring(0, Math.min(100, legible.length())) + "-" + StrictJson.digest(tree));
    }

    /** A name, such as a study's or an arm's, as that of a file or a folder. */
    public static String legible(String name) {
        return name.replaceAll("[^A-Za-z0-9.+-]", "_");
    }

    /**
     * Opens the folder of an experiment to write into; makes it if it is not there. What cannot be read is set aside
     * under another name, never deleted, and named in {@link #damage}.
     *
     * @return the caller closes it; until then no other process can open it
     * @throws EvidenceException when nothing can be written there, or another process has it open
     */
    public static Archive open(Path parent, Experiment experiment) {
        Path folder = path(parent, experiment);
        try {
            Files.createDirectories(folder);
            FolderLock lock = FolderLock.of(folder);
            try {
                return new Archive(folder, experiment, mend(folder, experiment), lock);
            } catch (IOException | RuntimeException refused) {
                lock.close();
                throw refused;
            }
        } catch (IOException refused) {
            throw new EvidenceException(
                    "cannot write results to " + folder + " (" + why(refused) + "): name another folder with --out",
                    refused);
        }
    }

    /** Makes the files fit to be written into. Returns what was damaged. */
    private static List<String> mend(Path folder, Experiment experiment) throws IOException {
        List<String> damage = new ArrayList<>();
        Path file = folder.resolve(EXPERIMENT);
        Experiment merged = experiment;
        if (Files.exists(file)) {
            try {
                Experiment stored = experiment(file);
                merged = stored.design().forks() > experiment.design().forks() ? stored : experiment;
            } catch (EvidenceException unreadable) {
                Path aside = ForkFiles.setAside(file, "damaged");
                damage.add(unreadable.getMessage() + "; set aside as " + aside.getFileName());
            }
        }
        replace(file, StrictJson.PRETTY.writeValueAsBytes(merged));
        for (Path fork : ForkFiles.diaries(folder)) {
            damage.addAll(ForkFiles.mend(fork));
        }
        return damage;
    }

    /**
     * Moves what was measured of an experiment out of the way, so that it is measured anew.
     *
     * @return where it is now; empty if there was nothing
     * @throws EvidenceException when it cannot be moved, or another process measures it
     */
    public static Optional<Path> setAside(Path parent, Experiment experiment) {
        Path folder = path(parent, experiment);
        if (!Files.exists(folder)) {
            return Optional.empty();
        }
        try (FolderLock _ = FolderLock.of(folder)) {
            return Optional.of(ForkFiles.setAside(folder, "before"));
        } catch (IOException refused) {
            throw new EvidenceException("cannot move " + folder + " out of the way: " + why(refused), refused);
        }
    }

    /** What was measured of an experiment before, if anything was. */
    public static Optional<Evidence> stored(Path parent, Experiment experiment) {
        Path folder = path(parent, experiment);
        return Files.exists(folder.resolve(EXPERIMENT)) ? Optional.of(read(folder)) : Optional.empty();
    }

    /** Lets other processes measure this experiment. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException refused) {
            throw new EvidenceException("cannot close " + folder + ": " + why(refused), refused);
        }
    }

    /** Where the files are. */
    public Path folder() {
        return folder;
    }

    /** What was found damaged and set aside when this was opened, each in a sentence. */
    public List<String> damage() {
        return damage;
    }

    /** Everything that was measured so far. */
    public Evidence evidence() {
        Evidence read = read(folder);
        return new Evidence(
                experiment,
                read.forks().stream()
                        .filter(fork -> fork.number() <= experiment.design().forks())
                        .toList(),
                read.damage());
    }

    /**
     * Writes what happened, and the times of the slices among it, in this order: times first, so that an entry is never
     * without them.
     *
     * @param times of the slices among the entries, in the same order
     * @throws EvidenceException when it cannot be written, as on a full disk
     */
    public void append(int fork, List<? extends ForkEvent> entries, List<TimeHistograms> times) {
        try {
            ForkFiles.append(folder, experiment, fork, entries, times);
        } catch (IOException refused) {
            throw new EvidenceException(
                    "cannot write to " + folder + " (" + why(refused)
                            + "). What was measured before is kept; the same command goes on from there",
                    refused);
        }
    }

    /**
     * Reads an experiment's folder. Never fails on a damaged fork: it is left out and named.
     *
     * @throws EvidenceException when there is no experiment, or it cannot be read
     */
    public static Evidence read(Path folder) {
        Experiment experiment = experiment(folder.resolve(EXPERIMENT));
        List<String> damage = new ArrayList<>();
        List<Evidence.Fork> forks = new ArrayList<>();
        try {
            for (Path diary : ForkFiles.diaries(folder)) {
                try {
                    forks.add(ForkFiles.read(diary, experiment, damage));
                } catch (IOException unreadable) {
                    damage.add(diary.getFileName() + " cannot be read (" + why(unreadable) + "), left out");
                }
            }
        } catch (IOException unreadable) {
            throw new EvidenceException("cannot read " + folder + ": " + why(unreadable), unreadable);
        }
        return new Evidence(experiment, forks, damage);
    }

    /**
     * The folders of all experiments at or below a folder, in alphabetical order.
     *
     * @throws EvidenceException when there is none, or the folder cannot be read
     */
    public static List<Path> find(Path root) {
        List<Path> found = list(root);
        if (found.isEmpty() && hasOldTour(root)) {
            throw new EvidenceException(
                    "the results in " + root
                            + " are those of a tour of an earlier version, which this version does not read. Measure anew: gearbox run");
        }
        if (found.isEmpty()) {
            throw new EvidenceException("there are no results in " + root
                    + " (no experiment.json). Measure some: gearbox run echo-server --workload ping --quick");
        }
        return found;
    }

    /** Tours once had a folder of their own and a format of their own, a file for each engine. */
    private static boolean hasOldTour(Path root) {
        return !below(root, path -> OLD_TOUR.matcher(path.toString()).find()).isEmpty();
    }

    /**
     * The same, where none is no error.
     *
     * @throws EvidenceException when the folder cannot be read
     */
    public static List<Path> list(Path root) {
        return below(root, file -> file.endsWith(EXPERIMENT) && !file.toString().contains(".before-")).stream()
                .map(file -> file.toAbsolutePath().getParent())
                .toList();
    }

    private static List<Path> below(Path root, Predicate<Path> wanted) {
        try (Stream<Path> all = Files.walk(root, 4)) {
            return all.filter(wanted).sorted().toList();
        } catch (IOException | UncheckedIOException unreadable) {
            throw new EvidenceException("cannot read " + root + ": name a folder with results", unreadable);
        }
    }

    /**
     * What was to be measured, without what was.
     *
     * @throws EvidenceException when there is no experiment in the folder, or it cannot be read
     */
    public static Experiment planned(Path folder) {
        return experiment(folder.resolve(EXPERIMENT));
    }

    private static Experiment experiment(Path file) {
        try {
            JsonNode tree = StrictJson.LINE.readTree(Files.readAllBytes(file));
            int format = tree.path("format").asInt(0);
            if (format != Experiment.FORMAT) {
                throw new EvidenceException(file + " is no experiment that this version reads: format "
                        + tree.path("format") + ", known is " + Experiment.FORMAT);
            }
            return StrictJson.LINE.treeToValue(tree, Experiment.class);
        } catch (JacksonException broken) {
            String line = String.valueOf(broken.getOriginalMessage())
                    .lines()
                    .findFirst()
                    .orElse("");
            throw new EvidenceException(file + " is damaged or no experiment: " + line, broken);
        } catch (IOException unreadable) {
            throw new EvidenceException("cannot read " + file + ": " + why(unreadable), unreadable);
        }
    }

    /** Writes a file so that at every moment there is the old one or the new one, whole. */
    public static void replace(Path file, byte[] content) throws IOException {
        Path unfinished = file.resolveSibling("." + file.getFileName() + ".unfinished");
        Files.write(unfinished, content);
        try {
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException otherFileSystem) {
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static String why(IOException refused) {
        return refused.getClass().getSimpleName().replace("Exception", "");
    }
}
