package dev.gearbox.lab.child;

import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.external.ForeignEcho;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.TestData;
import dev.gearbox.lab.workload.TestSubject;
import java.time.Duration;
import java.util.Map;

/**
 * A lab in a separate JVM, for tests that kill it: runs the test subject or an external server for longer than any test waits, and reports when it
 * measures.
 */
public final class RunInAChild {
    private RunInAChild() {}

    public static void main(String[] args) throws Exception {
        ParentWatch.start();
        ChildSetup setup = ChildSetup.detect(1).unoptimized().withPatience(Duration.ofMinutes(1));
        SingleRun.open(setup)
                .run(
                        cell(),
                        args[0].equals("foreign") ? ForeignEcho.subject() : TestSubject.subject("echo"),
                        new SingleRun.Observer() {
                            @Override
                            public void opened(SubjectProcess subject) {
                                System.out.println("MEASURING");
                            }
                        });
    }

    /** Runs for ten minutes. */
    public static Cell cell() {
        return TestData.workload(TestData.TINY.replace("measure: 400ms", "measure: 10m"))
                .cells(Length.QUICK, Map.of())
                .getFirst();
    }
}
