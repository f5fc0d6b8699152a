package dev.gearbox.load.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptTest {
    private static final String BRIEF = """
            ["connect",
             {"repeat": {"steps": [{"send": {"text": "hello"}}, {"expect": "echo"}, {"pause": "1s"}]}},
             "close"]""";

    private static Script read(String json) {
        return Script.fromTree(PlanJson.parse(json, "test"), "script");
    }

    @Test
    void readsWhatAWorkloadSays() {
        assertThat(read(BRIEF))
                .isEqualTo(Script.of(
                        Plans.CONNECT,
                        Step.Repeat.forever(Plans.send("hello"), Plans.ECHO, Step.Pause.of(Duration.ofSeconds(1))),
                        Plans.CLOSE));
    }

    @Test
    void readsBackWhatItWrites() {
        var script = Script.of(
                Plans.CONNECT,
                new Step.Expect(new Expectation.Text("welcome")),
                Step.Repeat.times(3, Plans.send(64), Plans.pause(5), new Step.Expect(new Expectation.Bytes(7))),
                Plans.send("bye"),
                Plans.ECHO,
                new Step.Expect(new Expectation.End()),
                Plans.CONNECT,
                Plans.CLOSE);
        assertThat(Script.fromTree(script.toTree(), "script")).isEqualTo(script);
    }

    @Test
    void aPauseIsALengthOrARange() {
        Step.Pause range = new Step.Pause(Duration.ofMillis(800), Duration.ofMillis(1200));
        Script script = Script.of(Plans.CONNECT, Plans.pause(5), Step.Repeat.times(2, range), Plans.CLOSE);
        assertThat(read("""
                        ["connect", {"pause": "5ms"},
                         {"repeat": {"times": 2, "steps": [{"pause": {"min": "800ms", "max": "1200ms"}}]}}, "close"]""")).isEqualTo(script);
        assertThat(Script.fromTree(script.toTree(), "script")).isEqualTo(script);
        assertThat(script.withConstantPauses())
                .isEqualTo(
                        Script.of(Plans.CONNECT, Plans.pause(5), Step.Repeat.times(2, Plans.pause(1000)), Plans.CLOSE));
        assertThat(script.pauses()).as("at most").isEqualTo(Duration.ofMillis(2405));
    }

    @Test
    void theLoadIsSteadyWhenEachUserWhoReconnectsHasPaused() {
        Step second = Step.Pause.of(Duration.ofSeconds(1));
        Step close = Plans.CLOSE;
        Step hello = Plans.send("hello");
        assertThat(untilSteady(Plans.CONNECT, hello, Plans.ECHO, second, hello, Plans.ECHO, close))
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(untilSteady(
                        Plans.CONNECT,
                        Step.Repeat.times(3, hello, Plans.ECHO, second),
                        new Step.RepeatFor(Duration.ofSeconds(5), List.of(hello, Plans.ECHO, second)),
                        close))
                .isEqualTo(Duration.ofSeconds(8));
        assertThat(untilSteady(Plans.CONNECT, hello, Plans.ECHO, close)).isEqualTo(Duration.ZERO);
        assertThat(untilSteady(Plans.CONNECT, Step.Repeat.forever(hello, Plans.ECHO, second), close))
                .isEqualTo(Duration.ZERO);
    }

    private static Duration untilSteady(Step... steps) {
        return new LoadPlan(
                        "127.0.0.1",
                        80,
                        Script.of(steps),
                        new Arrivals.Closed(10),
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        0)
                .untilSteady();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]| script: a script begins with connect",
                "['connect', 'shout']| script[1]: unknown step \"shout\". Known: connect, send, expect, pause, repeat, close, abort",
                "['connect', {'sned': {}}]| script[1]: unknown key \"sned\". Did you mean send? Known: expect, pause, repeat, send",
                "['connect', {'send': {'txt': 'a'}}]| script[1].send: unknown key \"txt\". Did you mean text? Known: bytes, frames, text",
                "['connect', {'send': {'text': 'a', 'bytes': 1}}]| script[1].send: needs one of text, bytes",
                "['connect', {'send': {'bytes': 0}}]| script[1].send: 0 bytes is out of range: 1 to 268435456",
                "['connect', {'send': {'bytes': 1.5}}]| script[1].send.bytes must be an integer, not 1.5",
                "['connect', {'expect': 'ecco'}]| script[1].expect: unknown \"ecco\". Known: echo, end, {text: ...}, {bytes: ...}, {http: ...}",
                "['connect', {'pause': 'long'}]| script[1].pause: must be a duration such as 500ms, 10s or 2m, or a range {min: ..., max: ...}, not \"long\"",
                "['connect', {'pause': '0s'}]| script[1].pause: length: 0 s is out of range: above 0 to 365 days",
                "['connect', {'pause': {'min': '2s', 'max': '1s'}}]| script[1].pause: max is shorter than min",
                "['connect', {'pause': {'min': '1s'}}]| script[1].pause.max is missing",
                "['connect', {'pause': {'min': '1s', 'mx': '2s'}}]| script[1].pause: unknown key \"mx\". Did you mean max? Known: max, min",
                "['connect', {'repeat': {'step': []}}]"
                        + "| script[1].repeat: unknown key \"step\". Did you mean steps? Known: for, steps, times",
                "['connect', {'repeat': {'times': 2}}]| script[1].repeat.steps is missing",
                "['connect', {'repeat': {'times': 2, 'for': '1s', 'steps': ['close']}}]"
                        + "| script[1]: repeat: times and for exclude each other",
                "['connect', {'pause': '1s', 'expect': 'echo'}]"
                        + "| script[1]: a step is one of connect, send, expect, pause, repeat, close, abort",
                "['connect', 5]| script[1] must be an object, not 5",
                "['connect', {'repeat': {'times': 2, 'steps': ['close', 'conect']}}]"
                        + "| script[1].repeat.steps[1]: unknown step \"conect\". Known: connect, send, expect, pause, repeat, close, abort",
                "['connect', {'repeat': {'times': 2, 'stesp': 1, 'steps': ['close']}}]"
                        + "| script[1].repeat: unknown key \"stesp\". Did you mean steps? Known: for, steps, times",
                "[{'send': {'text': 'a'}}]| script: a script begins with connect",
                "['connect', 'connect']| script: step 2: connect: is connected already",
                "['connect', 'close', {'send': {'text': 'a'}}]| script: step 3: send: is not connected",
                "['connect', {'expect': 'echo'}]"
                        + "| script: step 2: expect: nothing was sent (only a greeting, right after connect, needs no send)",
                "['connect', {'send': {'text': 'a'}}, {'send': {'text': 'b'}}, {'expect': 'echo'}]"
                        + "| script: step 3: the send before it has no expect",
                "['connect', {'send': {'text': 'a'}}, {'expect': 'echo'}, {'send': {'text': 'b'}}]"
                        + "| script: step 4: the last send has no expect",
                "['connect', {'repeat': {'times': 2, 'steps': ['close']}}]"
                        + "| script: step 2: repeat: must leave the connection as it found it, open or closed",
                "['connect', {'repeat': {'steps': [{'pause': '1s'}]}}, {'pause': '1s'}]"
                        + "| script: step 2: repeat: without times it never ends: only close or abort may follow, and it cannot be nested",
                "['connect', {'expect': 'end'}, {'send': {'text': 'a'}}]| script: step 3: send: is not connected",
                "['connect', {'send': {'text': 'a'}}, {'expect': 'end'}]"
                        + "| script: step 3: the send before it has no expect",
                "['connect', 'close', {'expect': 'end'}]| script: step 3: expect: is not connected",
                "['connect', 'close', 'connect']| script: a script that connects more than once ends with close",
            })
    void saysWhereAndWhatIsWrong(String json, String message) {
        assertThatThrownBy(() -> read(json.replace('\'', '"')))
                .isInstanceOf(BadPlanException.class)
                .hasMessage(message);
    }

    @Test
    void aKeyThatIsThereTwiceIsAnError() {
        assertThatThrownBy(() -> read("[\"connect\", {\"send\": {\"bytes\": 1, \"bytes\": 2}}]"))
                .isInstanceOf(BadPlanException.class)
                .hasMessageContaining("bytes");
    }
}
