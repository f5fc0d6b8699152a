package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Only the server is measured: its JVM contains neither the lab nor the generator. */
class MeasuredJvmTest {
    @Test
    void theJvmOfASubjectResolvesNothingOfTheLab() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--show-module-resolution", "--dry-run"));
        command.addAll(EchoServer.engine("selector").launch().options());
        Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(said).isZero();
        assertThat(said)
                .contains("dev.gearbox.studies.echoserver.subjects", "dev.gearbox.subject")
                .doesNotContain("dev.gearbox.lab", "dev.gearbox.load", "dev.gearbox.evidence");
    }
}
