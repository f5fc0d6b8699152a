package dev.gearbox.load.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetTest {
    @Test
    void readsHostAndPort() {
        assertThat(Target.parse("tcp://127.0.0.1:7007")).isEqualTo(new Target("127.0.0.1", 7007));
        assertThat(Target.parse("TCP://some-host.example:1")).isEqualTo(new Target("some-host.example", 1));
        assertThat(Target.parse("tcp://[::1]:65535")).isEqualTo(new Target("::1", 65_535));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.1:7007|",
                "localhost|the scheme is missing",
                "http://localhost:80|unknown scheme \"http\"",
                "tcp://localhost|the port is missing",
                "tcp://localhost:0|port 0 is out of range: 1 to 65535",
                "tcp://localhost:70000|port 70000 is out of range: 1 to 65535",
                "tcp://:7007|the host or the port is missing or malformed",
                "tcp://localhost:7007/path|only host and port are allowed",
                "tcp://user@localhost:7007|only host and port are allowed",
                "tcp://local host:7007|",
            })
    void saysWhatIsWrongAndTheRightForm(String text, String why) {
        assertThatThrownBy(() -> Target.parse(text))
                .isInstanceOf(BadPlanException.class)
                .hasMessageStartingWith("\"" + text + "\" is not a target: " + (why == null ? "" : why))
                .hasMessageEndingWith(". Write tcp://HOST:PORT, such as tcp://127.0.0.1:7007");
    }
}
