package dev.gearbox.lab.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.probe.ProcFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class YieldingTest {
    private static final Pinning BESIDE = new Pinning(List.of(0), List.of(1));

    /** The number of SCHED_BATCH in sched(7), and its place in proc_pid_stat(5), counted from the state. */
    private static final String BATCH = "3";

    private static final int POLICY = 38;

    @Test
    void itHasTheBatchPolicy() throws Exception {
        List<String> command = new ArrayList<>(Yielding.prefix(BESIDE));
        command.addAll(List.of("sh", "-c", "echo READY; read end"));
        Process program = new ProcessBuilder(command).start();
        try {
            assertThat(program.inputReader().readLine()).isEqualTo("READY");
            String stat = ProcFiles.text(Path.of("/proc", Long.toString(program.pid()), "stat"));
            assertThat(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[POLICY])
                    .isEqualTo(BATCH);
        } finally {
            program.destroyForcibly().onExit().join();
        }
    }

    @Test
    void onlyWhereTheGeneratorHasTheProcessorToItselfOtherwise() {
        assertThat(Yielding.prefix(BESIDE)).isNotEmpty();
        assertThat(Yielding.prefix(new Pinning(List.of(0), List.of(1), List.of(2))))
                .isEmpty();
        assertThat(Yielding.prefix(new Pinning(List.of(0, 1), List.of(1)))).isEmpty();
        assertThat(Yielding.prefix(Pinning.NONE)).isEmpty();
    }
}
