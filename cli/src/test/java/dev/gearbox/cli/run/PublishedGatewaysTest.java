package dev.gearbox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.lab.PublishedFile;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code gearbox run fan-out-gateway --as-published}, with two users for a moment: services beside a gateway as published, and answers that are right. */
final class PublishedGatewaysTest {
    private static final String TABLE = """
            tables:
              - title: a table
                source: an article
                workload: published-users
                users: {measure: 5s, quick: 5s}
                columns: [requests, response, request-rate, errors]
                rows:
                  - {name: two users, arm: ARM, axes: {set: 20ms, users: 2}, reported: {response: "~1,800"}}
            """;

    /** On a busy machine the generator may have been off its core during every request, so that none has a time. */
    private static final String TIME = "(?:[1-9][\\d.,]*|-); -";

    @TempDir
    private Path folder = Path.of("");

    /** One of each JVM: the study's, and that of actors. */
    static Stream<String> rows() {
        return SeededSample.of(List.of("published-executor", "published-actors"), 1, Contract.seed()).stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    @Timeout(600)
    @Tag("deep")
    void a_table_is_reproduced_over_services(String row) throws InterruptedException {
        StudyProvider whole = Studies.installed().named("fan-out-gateway");
        byte[] table = TABLE.replace("ARM", row).getBytes(StandardCharsets.UTF_8);
        StudyProvider study =
                new OtherTables(whole, PublishedFile.read(_ -> new ByteArrayInputStream(table), whole, false));
        Screen screen = Screen.pipe();
        ChildSetup setup = ChildSetup.detect(RunCommand.SEED).withInstruments(study.instruments());
        assertThat(new AsPublished(screen.console(), folder, study, setup, false, false).run())
                .as(screen.err())
                .isZero();
        assertThat(screen.err()).isEmpty();
        String figure = "[1-9][\\d.,]*; -";
        assertThat(screen.out().lines().toList().get(4))
                .matches("\\| two users \\| not in the text; " + figure + " \\| ~1,800; " + TIME
                        + " \\| not in the text; [\\d.,]+; - \\| not in the text; 0; - \\|");
    }
}
