package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.external.ExternalExample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The data files of external servers: each exists once and is complete. */
class ExternalFilesTest {
    @Test
    void everyFileIsAnExampleOfItsNameOrTheSourceOfSome() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("external"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(EchoServer.externals().examples().stream()
                            .flatMap(one ->
                                    Stream.concat(Stream.of(one.name() + ".yaml"), one.sources().keySet().stream()))
                            .distinct()
                            .toList());
        }
    }

    @Test
    void everyExampleSpeaksWhatAWorkloadAsksForAndTakesItsPort() {
        assertThat(EchoServer.externals().examples()).isNotEmpty().allSatisfy(example -> {
            assertThat(example.speaks())
                    .isNotEmpty()
                    .isSubsetOf(EchoServer.externals().vouched());
            assertThat(String.join(" ", example.command())).contains("{port}", "{folder}");
        });
        assertThat(EchoServer.externals().examples())
                .extracting(ExternalExample::name)
                .doesNotHaveDuplicates();
    }

    @Test
    void serversAsPublishedSayWhatIsWrongWithThem() {
        assertThat(EchoServer.externals().examples().stream()
                        .filter(one -> one.summary().contains("as published"))
                        .toList())
                .extracting(ExternalExample::name)
                .contains("article-nio", "article-pool", "article-stages", "crawler-deferred", "paper-reactors");
        assertThat(EchoServer.externals().examples())
                .allSatisfy(one -> assertThat(one.faults().isEmpty())
                        .as(one.name())
                        .isNotEqualTo(one.summary().contains("as published")));
    }

    @Test
    void aLabelNeedsNoCompiler() {
        assertThat(EchoServer.label("external:whatever", Optional.empty())).isEqualTo("external:whatever");
        assertThat(EchoServer.label("selector", Optional.of("2"))).isEqualTo("selector + offload(2)");
    }
}
