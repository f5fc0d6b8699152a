package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The launcher grants access only to modules of the program: the JVM would warn about any other at each start. */
@Timeout(600)
final class GrantsTest {
    @Test
    void the_jvm_takes_the_file_as_it_is_and_complains_of_nothing() throws Exception {
        Path grants = Programs.root().resolve("cli/target/grants.args");
        assertThat(grants).isRegularFile();
        Process program = new ProcessBuilder(
                        Programs.java(),
                        "@" + grants,
                        "-p",
                        Programs.modulePath(),
                        "-m",
                        "dev.gearbox.cli/dev.gearbox.cli.Main",
                        "--version")
                .redirectErrorStream(true)
                .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(said).startsWith("gearbox ").hasLineCount(1);
    }
}
