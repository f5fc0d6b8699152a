package dev.gearbox.testkit;

import static org.assertj.core.api.Assertions.assertThat;

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
 * Who drives a connection, whoever asks what of it at the same time: Lincheck goes through interleavings of {@link Ownership}'s operations, with the
 * core as shipped and with mutants of it, each of which it has to find.
 */
class OwnershipTest {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @TempDir
    private Path work;

    @TestFactory
    Stream<DynamicTest> theCoreAsShippedPasses() throws Exception {
        List<String> said = play("shipped", List.of(), OwnershipMain.scenarios());
        return OwnershipMain.scenarios().stream()
                .map(scenario ->
                        DynamicTest.dynamicTest(scenario, () -> assertThat(said).contains("PASS " + scenario + "\t")));
    }

    @TestFactory
    Stream<DynamicTest> everyMutantIsFound() throws Exception {
        MutantLab lab = new MutantLab(MutantLab.root(), work);
        return Mutant.load(Path.of("src", "test", "mutants")).stream()
                .map(mutant -> DynamicTest.dynamicTest("found: " + mutant, () -> {
                    List<String> said = play(mutant.name(), List.of(lab.compile(mutant)), mutant.killedBy());
                    mutant.killedBy().forEach(scenario -> assertThat(said).contains("FAIL " + scenario + "\t"));
                }));
    }

    /** What a virtual machine says that finds classes in these folders first. On the class path: Lincheck's agent adds to what classes call. */
    private List<String> play(String name, List<Path> first, List<String> scenarios)
            throws IOException, InterruptedException {
        List<Path> path = new ArrayList<>(first);
        path.add(Path.of("target", "test-classes"));
        path.addAll(Children.path());
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+EnableDynamicAgentLoading",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                OwnershipMain.class.getName()));
        command.addAll(scenarios);
        Path log = work.resolve(name.replaceAll("[^a-zA-Z0-9]+", "-") + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            process.outputWriter().close();
            assertThat(process.waitFor(LIMIT)).as("ended: " + name).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(log);
    }
}
