package dev.gearbox.bench;

import dev.gearbox.files.TopDirectory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares {@code gearbox cp} with {@code cp}, or another program that copies trees: a file of 1 GiB, and a tree of 10,000 files of 4 KiB, in the page cache, without fsync. Each block has every
 * program once, in random order; each copies the smallest source of the same kind, and then the large one. The difference is the time without the start of
 * the program, and the figure is its ratio to that of {@code cp} in the same block. Before each copy everything is written to the disk, and as much memory
 * as it takes is touched (why: see the study file-copy). Takes less than two minutes.
 *
 * <pre>
 *   java -p cli/target/app --enable-native-access=dev.gearbox.files,dev.gearbox.engines.linux -m dev.gearbox.bench/dev.gearbox.bench.PairedCopy
 *   ... PairedCopy --in /dev/shm --blocks 20 file
 *   ... PairedCopy --files 50000 --against "xcp -r" tree
 * </pre>
 */
final class PairedCopy {
    private static final String USAGE =
            "PairedCopy [--in FOLDER] [--gearbox ./gearbox] [--blocks 8] [--mib 1024] [--files 10000] [--against \"cp -r\"] [file] [tree]; at least two blocks";
    private static final long MIB = 1 << 20;
    /** The space for a small file and for its entry in a folder. */
    private static final long SMALL_FILE = 8 << 10;

    /**
     * A program that copies.
     *
     * @param name for the reader
     * @param command the command line but source and target
     */
    private record CopyProgram(String name, List<String> command) {}

    /**
     * What is copied.
     *
     * @param title for the reader
     * @param small the smallest source
     * @param large the source
     * @param bytes the memory that a copy of it takes
     * @param most the ratio that is not to be exceeded
     * @param arms the programs; the first is what the others are compared with
     */
    private record CopyWork(String title, Path small, Path large, long bytes, double most, List<CopyProgram> arms) {}

    /** The times of an arm in a block, in seconds. */
    private record Times(double small, double large) {
        double work() {
            return large - small;
        }
    }

    private final Path folder;
    private final int blocks;
    private final Random random = new Random(1);
    private int targets;

    private PairedCopy(Path folder, int blocks) {
        this.folder = folder;
        this.blocks = blocks;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path in = Path.of("");
        String gearbox = "./gearbox";
        int blocks = 8;
        int mib = 1024;
        int files = 10_000;
        String against = "cp -r";
        List<String> tasks = new ArrayList<>();
        try {
            for (int index = 0; index < arguments.length; index++) {
                switch (arguments[index]) {
                    case "--in" -> in = Path.of(arguments[++index]);
                    case "--gearbox" -> gearbox = arguments[++index];
                    case "--blocks" -> blocks = Integer.parseInt(arguments[++index]);
                    case "--mib" -> mib = Integer.parseInt(arguments[++index]);
                    case "--files" -> files = Integer.parseInt(arguments[++index]);
                    case "--against" -> against = arguments[++index];
                    case "file", "tree" -> tasks.add(arguments[index]);
                    default -> throw new IllegalArgumentException(arguments[index]);
                }
            }
            if (blocks < 2 || mib < 1 || files < 1) {
                throw new IllegalArgumentException("a number is too small");
            }
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException wrong) {
            System.err.println(USAGE);
            System.exit(2);
        }
        if (!Files.isDirectory(in.toAbsolutePath())) {
            System.err.println("there is no folder " + in + ". Give an existing one: --in FOLDER");
            System.exit(2);
        }
        Path folder = Files.createTempDirectory(in.toAbsolutePath(), ".gearbox-bench-");
        try {
            TopDirectory.mark(folder);
            PairedCopy bench = new PairedCopy(folder, blocks);
            if (!tasks.equals(List.of("tree"))) {
                bench.run(bench.file(gearbox, mib));
            }
            if (!tasks.equals(List.of("file"))) {
                bench.run(bench.tree(gearbox, files, against));
            }
        } finally {
            CopySources.remove(folder);
        }
    }

    private CopyWork file(String gearbox, int mib) throws IOException {
        return new CopyWork(
                "a file of " + mib + " MiB",
                CopySources.file(folder.resolve("small-file"), 1),
                CopySources.file(folder.resolve("large-file"), mib * MIB),
                mib * MIB,
                1.05,
                List.of(new CopyProgram("cp", List.of("cp")), new CopyProgram("gearbox cp", List.of(gearbox, "cp"))));
    }

    private CopyWork tree(String gearbox, int files, String against) throws IOException {
        return new CopyWork(
                "a tree of " + files + " files of 4 KiB",
                CopySources.tree(folder.resolve("small-tree"), 1),
                CopySources.tree(folder.resolve("large-tree"), files),
                files * SMALL_FILE,
                1,
                List.of(
                        new CopyProgram(against, List.of(against.split(" "))),
                        new CopyProgram("gearbox cp", List.of(gearbox, "cp"))));
    }

    private void run(CopyWork task) throws IOException, InterruptedException {
        int arms = task.arms.size();
        Times[][] times = new Times[arms][blocks];
        List<Integer> order = new ArrayList<>(IntStream.range(0, arms).boxed().toList());
        // The first block warms up, and its copies are compared with the source.
        for (int block = -1; block < blocks; block++) {
            Collections.shuffle(order, random);
            for (int arm : order) {
                Times measured = copy(task, task.arms.get(arm), block < 0);
                if (block >= 0) {
                    times[arm][block] = measured;
                }
            }
        }
        report(task, times);
    }

    private Times copy(CopyWork task, CopyProgram arm, boolean compared) throws IOException, InterruptedException {
        Path smallTarget = folder.resolve("target-" + targets++);
        Path largeTarget = folder.resolve("target-" + targets++);
        double small = seconds(arm, task.small, smallTarget);
        command(List.of("sync", "-f", folder.toString()));
        touch(task.bytes);
        Times times = new Times(small, seconds(arm, task.large, largeTarget));
        if (compared) {
            command(List.of("diff", "-r", task.large.toString(), largeTarget.toString()));
        }
        // Trees stay until the end: ext4 without a journal looks at the inode of each file that was removed a moment
        // ago.
        if (Files.isRegularFile(largeTarget)) {
            Files.delete(largeTarget);
        }
        return times;
    }

    private static double seconds(CopyProgram arm, Path source, Path target) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(arm.command);
        command.add(source.toString());
        command.add(target.toString());
        long begun = System.nanoTime();
        command(command);
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void command(List<String> words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException(String.join(" ", words) + " ended with exit code " + code + ": " + said.strip());
        }
    }

    /** Uses memory and releases it, so that no copy is the first to use a page that a host has not backed. */
    private static void touch(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            arena.allocate(bytes).fill((byte) 1);
        }
    }

    private void report(CopyWork task, Times[][] times) {
        System.out.printf("%s, in %s; %d blocks%n", task.title, folder.getParent(), blocks);
        System.out.printf("%-12s %9s %9s   %s%n", "", "s", "start, s", "ratio without the start, 95 %");
        for (int arm = 0; arm < times.length; arm++) {
            System.out.printf(
                    "%-12s %9.3f %9.3f   %s%n",
                    task.arms.get(arm).name,
                    Arrays.stream(times[arm]).mapToDouble(Times::work).average().orElseThrow(),
                    Arrays.stream(times[arm])
                            .mapToDouble(Times::small)
                            .average()
                            .orElseThrow(),
                    arm == 0 ? "1" : compared(times[0], times[arm], task.most));
        }
    }

    /** Returns the ratio of one to the other without their starts, in words, and on which side of the aim it is. */
    private static String compared(Times[] first, Times[] other, double most) {
        if (Stream.of(first, other).flatMap(Arrays::stream).anyMatch(times -> times.work() <= 0)) {
            return "none: a start took as long as a whole copy. Copy more";
        }
        Ratio ratio = Ratio.of(IntStream.range(0, first.length)
                .mapToDouble(block -> Math.log(other[block].work() / first[block].work()))
                .toArray());
        String aim = ratio.high() <= most ? "at most" : ratio.low() > most ? "more than" : "undecided against";
        return String.format(
                Locale.ROOT, "%.3f [%.3f, %.3f]: %s %.2f", ratio.value(), ratio.low(), ratio.high(), aim, most);
    }
}
