package dev.gearbox.lab.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Subject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** External servers by name and by command: data files, builds, and the messages if one cannot be used. */
class ExternalsTest {
    private static final String SHELL = """
            name: shell
            summary: a server in a shell, not for real use
            speaks: [echo]
            needs: [sh, cp]
            version: [-c, "echo; echo sh 1.0; echo more"]
            sources: [serve.txt]
            build: [sh, -c, "cp {folder}/serve.txt {folder}/serve && echo built >> {folder}/log"]
            command: [sh, "{folder}/serve", "{port}"]
            environment: {CORES: "{processors}"}
            """;

    @TempDir
    Path builds;

    @Test
    void aDataFileSaysItAll() throws IOException {
        ExternalExample shell = decode(SHELL);
        assertThat(shell.name()).isEqualTo("shell");
        assertThat(shell.speaks()).containsExactly("echo");
        assertThat(shell.sources()).containsEntry("serve.txt", "the text of serve.txt");
        assertThat(shell.absence()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            needs:          | neds:           | shell.yaml: unknown key "neds". Did you mean needs?
            command:        | comand:         | shell.yaml: unknown key "comand". Did you mean command?
            name: shell     | ''              | shell.yaml: name is missing
            speaks: [echo]  | 'speaks: []'    | shell.yaml: speaks must be a list with at least one element
            [sh, cp]        | '[[sh], cp]'    | shell.yaml: needs[0] must be text
            [serve.txt]     | '[absent.txt]'  | shell.yaml: sources names absent.txt, which is not in the same folder
            CORES: "{processors}" | 'CORES: [1]' | shell.yaml: environment.CORES must be text
            """)
    void whatIsWrongInOneIsNamed(String right, String wrong, String message) {
        assertThatThrownBy(() -> decode(SHELL.replace(right, wrong)))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void itIsBuiltOnceForItsSourcesAndItsCompiler() throws IOException {
        External first = decode(SHELL).ready(builds, "external:shell");
        assertThat(first.version()).isEqualTo("sh 1.0, " + first.folder().getFileName());
        assertThat(first.folder().resolve("serve")).hasContent("the text of serve.txt");
        assertThat(decode(SHELL).ready(builds, "external:shell").folder()).isEqualTo(first.folder());
        assertThat(first.folder().resolve("log")).hasContent("built");

        External other = decode(SHELL.replace("sh 1.0", "sh 1.1")).ready(builds, "external:shell");
        assertThat(other.folder()).isNotEqualTo(first.folder());
        try (Stream<Path> all = Files.list(builds)) {
            assertThat(all).containsExactlyInAnyOrder(first.folder(), other.folder());
        }
        // The recorded command does not depend on the machine.
        assertThat(first.subject().args())
                .contains("--word", "{folder}/serve", "--set", "CORES={processors}")
                .noneMatch(argument -> argument.contains(builds.toString()));
    }

    @Test
    void aBuildThatFailsIsQuotedAndLeavesNothing() throws IOException {
        ExternalExample broken = decode(SHELL.replace("cp {folder}/serve.txt", "echo line 3: syntax; exit 4"));
        assertThatThrownBy(() -> broken.ready(builds, "external:shell"))
                .isInstanceOf(LabException.class)
                .hasMessage("external:shell: sh failed, exit code 4: line 3: syntax");
        assertThat(builds).isEmptyDirectory();
    }

    @Test
    void whoseToolIsMissingIsAbsentWithTheReason() throws IOException {
        ExternalExample example = decode(SHELL.replace("[sh, cp]", "[sh, no-such-compiler]"));
        assertThat(example.absence()).contains("it needs no-such-compiler, which is not installed");
        Externals externals = new Externals(List.of(example), Set.of("echo"));
        assertThat(externals.absence("external:shell")).isEqualTo(example.absence());
        assertThat(externals.absence("external:mine=x")).isEmpty();
        assertThatThrownBy(() -> externals.check("external:shell")).isInstanceOf(LabException.class);
        assertThatThrownBy(() -> externals.subject("external:shell"))
                .isInstanceOf(LabException.class)
                .hasMessage("external:shell cannot run here: it needs no-such-compiler, which is not installed");
    }

    @Test
    void aCommandOfAPersonsOwnHasALabelAndWhatItIsVouchedFor() {
        Subject mine = new Externals(List.of(), Set.of("echo", "busy"))
                .subject("external:mine-2=sh -c 'exec ./server' {port}");
        assertThat(mine.label()).isEqualTo("external:mine-2");
        assertThat(mine.abilities()).containsExactlyInAnyOrder("echo", "busy");
        assertThat(mine.args())
                .containsSubsequence("--word", "sh", "--word", "-c", "--word", "exec ./server", "--word", "{port}");
        assertThat(Externals.label("external:mine-2=whatever")).isEqualTo(mine.label());
        assertThat(Externals.asked("external:mine=x")).isTrue();
        assertThat(Externals.asked("selector")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            external:              | "external:" names no external subject. Name an example
            external:./x {port}    | "external:./x {port}" names no external subject.
            external:=sh {port}    | "external:=sh {port}" names no external subject.
            external:a=            | external:a has no command. Give one: external:mine=./server --port {port}
            external:a=sh          | external:a: the command has no {port}. Write {port} in place of
            external:a=none {port} | external:a: there is no program "none". Install it
            external:shel          | unknown external "shel". Did you mean shell? Known: shell; or give a command: external:shel=
            """)
    void whatCannotBeReadIsTold(String spec, String message) throws IOException {
        Externals externals = new Externals(List.of(decode(SHELL)), Set.of());
        assertThatThrownBy(() -> externals.subject(spec))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith(message);
    }

    private static ExternalExample decode(String text) throws IOException {
        return ExternalExample.decode(
                "shell.yaml",
                stream(text),
                name -> name.equals("absent.txt") ? Optional.empty() : Optional.of(stream("the text of " + name)));
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
