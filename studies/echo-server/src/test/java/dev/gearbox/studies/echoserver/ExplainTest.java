package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.profile.Causes;
import dev.gearbox.lab.profile.CpuExplainer;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The frames of real engines fall into the categories made for them. */
@Timeout(600)
class ExplainTest {
    @TempDir
    Path folder;

    @Test
    void theTimeOfAnEngineIsFoundWhereItWorks() throws InterruptedException {
        Cell ping = EchoServer.study()
                .load("ping")
                .cells(Length.QUICK, Map.of("connections", List.of("50")))
                .getFirst();
        Causes causes = CpuExplainer.open(ChildSetup.detect(1))
                .run(ping, EchoServer.engine("virtual"), folder, Duration.ofSeconds(2));
        Map<String, Double> micros = causes.microsPerRequest();
        assertThat(micros.get("socket read")).isPositive();
        assertThat(micros.get("socket write")).isPositive();
        assertThat(micros.get("scheduling")).isPositive();
        assertThat(micros.get("other Java code")).isZero();
        assertThat(causes.counts().wakeups()).isNotNull();
        assertThat(causes.counts().allocatedBytes()).isNotNull();
        assertThat(causes.counts().missing()).isEmpty();
    }
}
