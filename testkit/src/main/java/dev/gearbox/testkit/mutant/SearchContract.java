package dev.gearbox.testkit.mutant;

import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.JavaCommands;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A search for interleavings that break something, in its own JVM: the shipped code passes, and each mutant of it is found. A test class extends it
 * and names the search program, which prints {@code PASS} or {@code FAIL}, the search and a tab. The program runs on the class path, where it can
 * access all classes, and a mutant's classes come first.
 */
public abstract class SearchContract {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** The build makes a sample of the searches, and looks for a sample of the mutants; the deep stage, for all. */
    private static final int SEARCHES = 2;

    private static final int MUTANTS = 1;

    private final String program;
    private final List<String> flags;
    private final List<String> searches;
    private final Path mutants;

    @TempDir
    private Path work;

    /**
     * @param program a class with a main method among the tests' classes
     * @param flags of its JVM
     * @param searches the searches that it prints
     * @param mutants a folder with their files; in each, {@code killed by} names one of the searches
     */
    protected SearchContract(String program, List<String> flags, List<String> searches, Path mutants) {
        this.program = program;
        this.flags = List.copyOf(flags);
        this.searches = List.copyOf(searches);
        this.mutants = mutants;
    }

    /** The time limit of the program for these searches. */
    protected abstract List<String> arguments(List<String> wanted);

    /** The arguments for a mutant. A search ends at its first failure, so a mutant may get more runs than the shipped code. */
    protected List<String> argumentsForMutant(List<String> wanted) {
        return arguments(wanted);
    }

    @TestFactory
    Stream<DynamicTest> passesAsShipped() throws Exception {
        List<String> drawn = SeededSample.of(searches, SEARCHES, Contract.seed());
        List<String> said = search("shipped", List.of(), arguments(drawn));
        return drawn.stream().map(each -> DynamicTest.dynamicTest(each, () -> expect("PASS", each, said)));
    }

    @TestFactory
    Stream<DynamicTest> everyMutantIsFound() throws Exception {
        MutantLab lab = new MutantLab(MutantLab.root(), work);
        return SeededSample.of(Mutant.load(mutants), MUTANTS, Contract.seed()).stream()
                .map(mutant -> DynamicTest.dynamicTest("found: " + mutant, () -> {
                    List<String> said =
                            search(mutant.name(), List.of(lab.compile(mutant)), argumentsForMutant(mutant.killedBy()));
                    mutant.killedBy().forEach(each -> expect("FAIL", each, said));
                }));
    }

    private static void expect(String word, String search, List<String> said) {
        Assert.that(said.contains(word + " " + search + "\t"), "not " + word + ": " + search + ". Output: " + said);
    }

    private List<String> search(String name, List<Path> before, List<String> arguments)
            throws IOException, InterruptedException {
        List<Path> path = new ArrayList<>(before);
        path.add(Path.of("target", "test-classes"));
        path.addAll(JavaCommands.path());
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(flags);
        command.addAll(List.of(
                "-cp", path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)), program));
        command.addAll(arguments);
        Path log = work.resolve(name.replaceAll("[^a-zA-Z0-9]+", "-") + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            process.outputWriter().close();
            Assert.that(process.waitFor(LIMIT), "does not end: " + name);
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(log);
    }
}
