package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.echoserver.subjects.SubjectArguments;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubjectTest {
    @Test
    void anEngineIsASubjectWithItsCanonicalSpecAsLabel() {
        Subject subject = EchoServer.engine("reactors?threads=2");
        assertThat(subject.label()).isEqualTo("reactors?threads=2");
        assertThat(subject.args()).containsExactly("--engine", "reactors?threads=2");
        assertThat(EchoServer.engine("selector", Optional.of("4")).label()).isEqualTo("selector + offload(4)");
        assertThat(EchoServer.engine("selector", Optional.of("elastic")).args())
                .containsExactly("--engine", "selector", "--offload", "elastic");
        assertThatThrownBy(() -> EchoServer.engine("reactor")).isInstanceOf(BadSpecException.class);
        assertThatThrownBy(() -> EchoServer.engine("selector", Optional.of("none")))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("number of workers");
    }

    @Test
    void readsWhatTheLabTellsTheSubject() {
        SubjectArguments arguments = SubjectArguments.parse(
                "--engine",
                "selector",
                "--offload",
                "4",
                "--protocol",
                "echo",
                "--offload",
                "elastic",
                "--port",
                "7007",
                "--accept-queue",
                "50",
                "--room",
                "300");
        assertThat(arguments)
                .isEqualTo(new SubjectArguments(
                        "selector", "echo", Optional.of("elastic"), 7007, OptionalInt.of(50), OptionalInt.of(300)));
        assertThat(SubjectArguments.parse("--engine", "a", "--protocol", "b"))
                .isEqualTo(
                        new SubjectArguments("a", "b", Optional.empty(), 0, OptionalInt.empty(), OptionalInt.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "--engin x, unknown option \"--engin\". Known: --engine",
        "--engine, --engine needs a value",
        "--protocol echo, --engine is missing",
        "--engine a, --protocol is missing",
        "--engine a --protocol b --port 65536, --port is a number",
        "--engine a --protocol b --port -1, --port is a number",
        "--engine a --protocol b --offload 0, offload is a number of workers",
        "--engine a --protocol b --accept-queue 0, --accept-queue is a number of connections",
        "--engine a --protocol b --room all, --room is a number of MiB",
        "--engine a --protocol b --offload many, offload is a number of workers",
    })
    void saysWhatIsWrongWithArguments(String line, String message) {
        assertThatThrownBy(() -> SubjectArguments.parse(line.split(" ")))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining(message);
    }
}
