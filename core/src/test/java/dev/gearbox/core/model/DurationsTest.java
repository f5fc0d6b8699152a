package dev.gearbox.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "1s,PT1S",
        "250ms,PT0.25S",
        "20us,PT0.00002S",
        "7ns,PT0.000000007S",
        "2m,PT2M",
        "1h,PT1H",
        "0s,PT0S",
        "1.5s,PT1.5S",
        "0.25ms,PT0.00025S",
        "2.5ns,PT0.000000002S",
        "1 s,PT1S",
        "PT1.5S,PT1.5S",
        "8760h,PT8760H"
    })
    void readsWhatPeopleAndProgramsWrite(String text, Duration duration) {
        assertThat(Durations.parse(text)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "5",
                "5 hours",
                "s",
                "-1s",
                "1.s",
                ".5s",
                "1e3s",
                "1S",
                "8761h",
                "999999999999999h",
                "9999999999999999s",
                "PT8761H",
                "-PT1S",
                "PT99999999999999999999S"
            })
    void readsNothingElse(String text) {
        assertThat(Durations.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"90m", "2m", "90s", "1500ms", "20us", "7ns", "0m"})
    void writesWhatItReads(String text) {
        Duration duration = Durations.parse(text).orElseThrow();
        assertThat(Durations.text(duration)).isEqualTo(text);
        assertThat(Durations.parse(duration.toString())).contains(duration);
    }
}
