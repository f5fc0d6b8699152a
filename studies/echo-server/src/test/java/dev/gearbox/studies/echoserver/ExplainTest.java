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
    private static final List<String> SAMPLED = List.of("socket read", "socket write", "scheduling");

    @TempDir
    Path folder;

    @Test
    void theTimeOfAnEngineIsFoundWhereItWorks() throws InterruptedException {
        Cell ping = EchoServer.study()
                .load("ping")
                .cells(Length.QUICK, Map.of("connections", List.of("50")))
                .getFirst();
        Causes causes = explain(ping, 2);
        // On a busy machine two seconds may bring too few samples.
        for (int seconds = 8; seconds < 60 && !isSampled(causes); seconds *= 2) {
            causes = explain(ping, seconds);
        }
        Map<String, Double> micros = causes.microsPerRequest();
        assertThat(micros).extractingByKeys(SAMPLED.toArray(String[]::new)).allMatch(each -> each > 0);
        assertThat(micros.get("other Java code")).isZero();
        assertThat(causes.counts().wakeups()).isNotNull();
        assertThat(causes.counts().allocatedBytes()).isNotNull();
        assertThat(causes.counts().missing()).isEmpty();
    }

    private Causes explain(Cell cell, int seconds) throws InterruptedException {
        return CpuExplainer.open(ChildSetup.detect(1))
                .run(cell, EchoServer.engine("virtual"), folder, Duration.ofSeconds(seconds));
    }

    private static boolean isSampled(Causes causes) {
        return SAMPLED.stream().allMatch(part -> causes.microsPerRequest().getOrDefault(part, 0.0) > 0);
    }
}
