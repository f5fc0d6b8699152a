package dev.gearbox.testkit.mutant;

import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.behaviours.Behaviours;
import dev.gearbox.testkit.contract.ContractMain;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The test of the contract, on a {@link SeededSample} of its mutants: each mutant passes a simple echo and fails every behaviour that is listed to
 * kill it, and the unmodified engines pass the same behaviours in the same setting. A module extends it and names the folder of its mutants.
 */
@Tag("deep")
public abstract class MutantContract {
    private static final int TOGETHER = 3;

    /** The number of a module's mutants in a build. */
    private static final int MUTANTS = 2;

    /** The attempts of each behaviour: a mutant that shows only in some interleavings does not fail every time. */
    private static final int PLAYS = 3;

    private final Path folder;

    /**
     * @param folder with the mutants' files
     */
    protected MutantContract(Path folder) {
        this.folder = folder;
    }

    @TestFactory
    Stream<DynamicTest> everyMutantDies(@TempDir Path work) throws Exception {
        MutantLab lab = new MutantLab(MutantLab.root(), work);
        List<Mutant> all = Mutant.load(folder);
        Assert.that(!all.isEmpty(), "no mutants in " + folder);
        long seed = Contract.seed();
        System.out.println("mutants: -Dgearbox.seed=" + seed);
        List<Mutant> mutants = SeededSample.of(all, MUTANTS, seed);
        Map<String, List<String>> controls = new TreeMap<>();
        for (Mutant mutant : mutants) {
            mutant.killedBy().forEach(Behaviours::named);
            controls.computeIfAbsent(mutant.engine(), engine -> new ArrayList<>())
                    .addAll(mutant.killedBy());
        }
        List<DynamicTest> tests = new ArrayList<>();
        // A few at a time, as most of them wait for something that never happens; with many at once, the load of the
        // machine would decide which survive.
        try (ExecutorService children = Executors.newFixedThreadPool(TOGETHER)) {
            for (Mutant mutant : mutants) {
                Future<List<String>> said = children.submit((Callable<List<String>>)
                        () -> lab.play(mutant, lab.compile(mutant), repeated(mutant.killedBy())));
                tests.add(DynamicTest.dynamicTest("dies: " + mutant, () -> {
                    List<String> lines = said.get();
                    expect("PASS", ContractMain.FRIENDLY, lines);
                    mutant.killedBy().forEach(behaviour -> expect("FAIL", behaviour, lines));
                }));
            }
            controls.forEach((engine, behaviours) -> {
                List<String> once = behaviours.stream().distinct().toList();
                Future<List<String>> said =
                        children.submit((Callable<List<String>>) () -> lab.playOriginal(engine, once));
                tests.add(DynamicTest.dynamicTest("control: " + engine + " as shipped passes", () -> {
                    List<String> lines = said.get();
                    expect("PASS", ContractMain.FRIENDLY, lines);
                    once.forEach(behaviour -> expect("PASS", behaviour, lines));
                }));
            });
        }
        return tests.stream();
    }

    private static List<String> repeated(List<String> behaviours) {
        return Collections.nCopies(PLAYS, behaviours).stream()
                .flatMap(List::stream)
                .toList();
    }

    private static void expect(String word, String behaviour, List<String> lines) {
        Assert.that(
                lines.stream().anyMatch(line -> line.startsWith(word + " " + behaviour + "\t")),
                "not " + word + ": " + behaviour + ". Output of the child: " + lines);
    }
}
