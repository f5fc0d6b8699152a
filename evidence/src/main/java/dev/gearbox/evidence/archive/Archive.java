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
 * The folder of an experiment. Its path is computed from all parameters, so that the same experiment finds its earlier results and continues from there.
 * <pre>
 *   results/echo-server/ping-connections=100-bytes=64-1f3a5c7e9b0d/
 *       experiment.json     the parameters of the measurement
 *       fork-01.jsonl       the events of the fork, one line each ({@link ForkEvent})
 *       fork-01.hlog        the histograms of its slices (HdrHistogram's log format)
 *       owner.lock          locked by the process that measures, whose id it holds ({@link FolderLock})
 * </pre>
 * However the lab ends, a block whose end was written is complete: a fork's files are append-only, and an incomplete last line is removed before the next
 * one is written.
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
     * Returns the folder of an experiment, below a parent: equal for equal experiments, whatever their number of forks.
     */
    static Path path(Path parent, Experiment experiment) {
        ObjectNode tree = StrictJson.LINE.valueToTree(experiment);
        tree.remove(List.of("summary", "leftOut", "control", "meanings"));
        tree.required("arms").forEach(arm -> ((ObjectNode) arm).remove("bound")); // follows from the rest
        ObjectNode design = (ObjectNode) tree.required("design");
        design.remove("forks");
        design.remove("looks");
        design.remove("effort");
        design.remove("spending");
        StringBuilder name = new StringBuilder(experiment.workload());
        experiment
                .parameters()
                .forEach((axis, value) ->
                        name.append('-').append(axis).append('=').append(value));
        String legible = name.toString().replaceAll("[^A-Za-z0-9=.,+-]", "_");
        return parent.resolve(legible(experiment.study()))
                .resolve(legible.substring(0, Math.min(100, legible.length())) + "-" + StrictJson.digest(tree));
    }

    /** Converts a name, such as a study's or an arm's, to a file name. */
    public static String legible(String name) {
        return name.replaceAll("[^A-Za-z0-9.+-]", "_");
    }

    /**
     * Opens the folder of an experiment for writing, and creates it if it does not exist. Unreadable files are renamed, never deleted, and listed in
     * {@link #damage}.
     *
     * @return the archive; the caller must close it, and until then no other process can open it
     * @throws EvidenceException if the folder is not writable, or another process has it open
     */
    public static Archive open(Path parent, Experiment experiment) {
        Path folder = path(parent, experiment);
        try {
            Files.createDirectories(folder);
            FolderLock lock = FolderLock.of(folder);
            try {
                Experiment controlled = controlled(folder, experiment);
                return new Archive(folder, controlled, mend(folder, controlled), lock);
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

    /** Prepares the files for appending. Returns what was damaged. */
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
     * Renames the folder of an experiment, so that it is measured again.
     *
     * @return the new path; empty if there was nothing
     * @throws EvidenceException if it cannot be moved, or another process is measuring it
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

    /** Returns the earlier results of an experiment, if any. */
    public static Optional<Evidence> stored(Path parent, Experiment experiment) {
        Path folder = path(parent, experiment);
        return Files.exists(folder.resolve(EXPERIMENT)) ? Optional.of(read(folder)) : Optional.empty();
    }

    /** Unlocks the folder for other processes. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException refused) {
            throw new EvidenceException("cannot close " + folder + ": " + why(refused), refused);
        }
    }

    /** Returns the path of the folder. */
    public Path folder() {
        return folder;
    }

    /** Returns what it is about, with what an A/A in its placement has shown by the time it was opened. */
    public Experiment experiment() {
        return experiment;
    }

    /** Returns what was damaged and set aside when this was opened, one sentence each. */
    public List<String> damage() {
        return damage;
    }

    /** Returns everything measured so far. */
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
     * Writes entries and the times of their slices, times first, so that an entry never lacks its times.
     *
     * @param times the times of the slices among the entries, in the same order
     * @throws EvidenceException if writing fails, for example on a full disk
     */
    public void append(int fork, List<? extends ForkEvent> entries, List<TimeHistograms> times) {
        try {
            ForkFiles.append(folder, experiment, fork, entries, times);
        } catch (IOException refused) {
            throw new EvidenceException(
                    "cannot write to " + folder + " (" + why(refused)
                            + "). Earlier results are kept; the same command continues from there",
                    refused);
        }
    }

    /**
     * Reads an experiment's folder. Never fails on a damaged fork, which is left out and reported.
     *
     * @throws EvidenceException if there is no experiment, or it cannot be read
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
     * Returns the folders of all experiments at or below a folder, in alphabetical order.
     *
     * @throws EvidenceException if there is none, or the folder cannot be read
     */
    public static List<Path> find(Path root) {
        List<Path> found = list(root);
        if (found.isEmpty() && hasOldTour(root)) {
            throw new EvidenceException(
                    "the results in " + root
                            + " are from a tour of an earlier version, which this version does not read. Measure again: gearbox run");
        }
        if (found.isEmpty()) {
            throw new EvidenceException("there are no results in " + root
                    + " (no experiment.json). Measure some: gearbox run echo-server --workload ping --quick");
        }
        return found;
    }

    /** Earlier versions stored tours in a separate folder and format, one file for each engine. */
    private static boolean hasOldTour(Path root) {
        return !below(root, path -> OLD_TOUR.matcher(path.toString()).find()).isEmpty();
    }

    /**
     * Returns the folders like {@link #find}, or an empty list if there is none.
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
     * Reads the parameters of an experiment, without its results.
     *
     * @throws EvidenceException if there is no experiment in the folder, or it cannot be read
     */
    public static Experiment planned(Path folder) {
        return experiment(folder.resolve(EXPERIMENT));
    }

    private static Experiment experiment(Path file) {
        try {
            JsonNode tree = StrictJson.LINE.readTree(Files.readAllBytes(file));
            int format = tree.path("format").asInt(0);
            if (format != Experiment.FORMAT) {
                throw new EvidenceException(file + " is not an experiment that this version reads: format "
                        + tree.path("format") + ", known is " + Experiment.FORMAT);
            }
            return controlled(file.resolveSibling(""), StrictJson.LINE.treeToValue(tree, Experiment.class));
        } catch (JacksonException broken) {
            String line = String.valueOf(broken.getOriginalMessage())
                    .lines()
                    .findFirst()
                    .orElse("");
            throw new EvidenceException(file + " is damaged or not an experiment: " + line, broken);
        } catch (IOException unreadable) {
            throw new EvidenceException("cannot read " + file + ": " + why(unreadable), unreadable);
        }
    }

    /** Adds what an A/A has shown, if the folder of all results has one for this placement; otherwise what the experiment had with it remains. */
    private static Experiment controlled(Path folder, Experiment experiment) {
        Path study = folder.toAbsolutePath().normalize().getParent();
        Path results = study == null ? null : study.getParent();
        return results == null
                ? experiment
                : PlacementControls.of(results, experiment)
                        .map(experiment::controlled)
                        .orElse(experiment);
    }

    /** Replaces a file atomically: at every moment either the complete old or the complete new file exists. */
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
