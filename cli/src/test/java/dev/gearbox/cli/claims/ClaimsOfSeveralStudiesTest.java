package dev.gearbox.cli.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gearbox claims STUDY STUDY}: one study after the other, each with its verdicts and its last sentence. */
class ClaimsOfSeveralStudiesTest {
    private final Screen screen = Screen.pipe();

    @TempDir
    private Path empty;

    private int claims(String... words) {
        return Main.run(
                screen.console(),
                Stream.concat(Stream.of("claims"), Stream.of(words)).toArray(String[]::new));
    }

    @Test
    void each_study_has_its_verdicts() {
        assertThat(claims("page-indexer", "echo-server", "--judge", "--out", empty.toString()))
                .as(screen.err())
                .isZero();
        assertThat(screen.out())
                .containsSubsequence("pi-1 ", " claims have a verdict", "es-1 ", " claims have a verdict");
    }

    @Test
    void a_study_without_a_chosen_claim_is_left_out() {
        assertThat(claims("page-indexer", "echo-server", "--claim", "es-4", "--judge", "--out", empty.toString()))
                .as(screen.err())
                .isZero();
        assertThat(screen.out()).contains("es-4 ").contains("0 of 1 claim has").doesNotContain("pi-1");
    }

    @Test
    void the_statements_of_all_are_explained() {
        assertThat(claims("page-indexer", "echo-server", "--claim", "es-4", "--claim", "pi-1", "--explain"))
                .isZero();
        assertThat(screen.out()).contains("es-4").contains("pi-1");
    }

    @Test
    void a_claim_that_none_of_them_has_is_an_error() {
        assertThat(claims("page-indexer", "echo-server", "--claim", "net-4", "--judge"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err()).contains("net-4");
    }

    @Test
    void one_document_is_of_one_study() {
        assertThat(claims("page-indexer", "echo-server", "--judge", "--json")).isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err()).contains("Name one study");
    }
}
