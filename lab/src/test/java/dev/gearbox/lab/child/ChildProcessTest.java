package dev.gearbox.lab.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** What a child says itself explains more than that it no longer reads, whichever the lab notices first. */
    @Test
    void itsOwnLastWordsComeLast(@TempDir Path folder) throws Exception {
        Path leave = folder.resolve("leave");
        String script =
                "exec <&-; echo out of luck; echo CLOSED; while [ ! -e '" + leave + "' ]; do sleep 0.01; done; exit 7";
        try (ChildProcess child =
                ChildProcess.start("child", List.of("sh", "-c", script), line -> line.equals("CLOSED"))) {
            assertThat(child.await("CLOSED", PATIENCE, "")).isEqualTo("CLOSED");
            child.tell("stats");
            Files.createFile(leave);
            assertThat(child.next(PATIENCE)).isEqualTo(new ChildProcess.Message.Ended(7));
            assertThat(child.wholeLogTail()).hasSize(2).last().isEqualTo("out of luck");
            assertThat(child.logTail().getFirst()).startsWith("(child no longer reads its input: ");
        }
    }
}
