package dev.gearbox.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A lab in a JVM of its own, for tests that kill it: runs the echo, or that of others, for longer than any test waits, and says where it
 * is.
 */
final class LabInAChild {
    private LabInAChild() {}

    public static void main(String[] args) throws Exception {
        Setup setup = Setup.detect(1).withPatience(Duration.ofMinutes(1));
        Cell cell = TestData.workload(TestData.TINY.replace("measure: 400ms", "measure: 10m"))
                .cells(Length.QUICK, Map.of())
                .getFirst();
        ResultFiles files = ResultFiles.create(Path.of(args[0]), "tiny");
        Lab.open(setup)
                .run(
                        List.of(cell),
                        List.of(args[1].equals("foreign") ? ForeignEcho.subject() : TestSubject.subject("echo")),
                        files,
                        new Progress() {
                            @Override
                            public void at(Moment moment) {
                                System.out.println(moment.phase());
                            }

                            @Override
                            public void finished(TrialResult result) {
                                System.out.println("finished");
                            }
                        });
    }
}
