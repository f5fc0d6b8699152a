package dev.gearbox.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.run.Studies;
import dev.gearbox.cli.terminal.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import picocli.CommandLine;

/** Every command has a help message, and picocli prints no warning about it, for example about a single percent sign. */
final class HelpTest {
    private static Stream<CommandLine> all(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(HelpTest::all));
    }

    @Test
    @ResourceLock(Resources.SYSTEM_ERR)
    void no_help_warns() {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(said, true, UTF_8));
            Studies studies = Studies.installed();
            assertThat(all(Main.line(Screen.pipe().console(), studies)))
                    .hasSizeGreaterThan(15)
                    .allSatisfy(line -> assertThat(line.getUsageMessage())
                            .contains("Usage: " + line.getCommandSpec().qualifiedName())
                            .doesNotContain("%n", "%%"));
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString(UTF_8)).isEmpty();
    }
}
