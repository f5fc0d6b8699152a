package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.ParentWatch;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.TestData;
import dev.gearbox.lab.workload.TestSubject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A small experiment on test subjects, and a program that runs it and reports its progress, for tests that kill the lab. Its arguments are the folder for
 * the results and the number of blocks.
 */
public final class TestExperiment {
    public static final ChildSetup SETUP = ChildSetup.detect(1)
            .unoptimized()
            .withPatience(Duration.ofMinutes(1))
            .withQuiet(Duration.ZERO);

    /** The same in every process, whether it runs from the module path or the class path. */
    public static final Machine HERE = new Machine(
            2,
            "a processor",
            1000,
            "Linux amd64",
            "6.18",
            "a JVM 25",
            "bbr",
            20_000,
            "",
            "",
            "nothing pinned",
            List.of(),
            List.of());

    /** Replaces disturbed blocks, and hardly waits. */
    static final ChildSetup REPLACING = SETUP.withQuiet(Duration.ofMillis(1));

    private final Cell cell = TestData.workload().cells(Length.QUICK, Map.of()).getFirst();
    private final List<Subject> subjects;
    private final Experiment experiment;

    TestExperiment(int forks, int blocks, String... behaviours) {
        subjects = List.of(behaviours).stream().map(TestSubject::subject).toList();
        List<Integer> looks = IntStream.rangeClosed(1, forks).boxed().toList();
        Design design = new Design("test", forks, blocks, 0.01, 0.04, 0.1, 0.05, 0.95, looks, false);
        experiment = Experiments.of("tests", "request and reply", cell, subjects, behaviours[0], design, HERE, SETUP);
    }

    Experiment experiment() {
        return experiment;
    }

    Archive archive(Path results) {
        return Archive.open(results, experiment);
    }

    ExperimentRun run(Archive archive, ExperimentListener listener) {
        return run(SETUP, archive, listener);
    }

    ExperimentRun run(ChildSetup setup, Archive archive, ExperimentListener listener) {
        return new ExperimentRun(experiment, cell, subjects, setup, archive, listener);
    }

    public static void main(String[] args) throws Exception {
        ParentWatch.start();
        TestExperiment test = new TestExperiment(1, Integer.parseInt(args[1]), "echo", "also-echo");
        test.run(test.archive(Path.of(args[0])), new ExperimentListener() {
                    @Override
                    public void at(Moment moment) {
                        System.out.println(moment.what());
                    }
                })
                .run(evidence -> false);
    }
}
