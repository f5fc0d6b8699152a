package dev.gearbox.studies.fanoutgateway.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.origin.Delay;
import dev.gearbox.origin.Faults;
import dev.gearbox.studies.fanoutgateway.shape.Shape.Call;
import dev.gearbox.studies.fanoutgateway.shape.Shape.Elsewhere;
import dev.gearbox.studies.fanoutgateway.shape.Shape.Ours;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes read from files: the order of their calls, and errors in one line that names the key. */
class ShapeTest {
    private static Shape parse(String text) {
        return Shape.parse("shape.yaml", text);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void calls_come_after_those_that_they_wait_for() {
        Shape shape = parse("""
                calls:
                  stock: {after: [cart, session], url: "http://127.0.0.1:9001/stock"}
                  cart: {after: [session], delay: 20ms, size: 8KiB, faults: "error=1%"}
                  session: {}
                join: {passes: 4}
                """);
        assertThat(shape)
                .isEqualTo(new Shape(
                        List.of(
                                new Call("session", List.of(), new Ours(Delay.parse("0"), Faults.NONE, 1024)),
                                new Call(
                                        "cart",
                                        List.of(0),
                                        new Ours(Delay.parse("20ms"), Faults.parse("error=1%"), 8192)),
                                new Call(
                                        "stock",
                                        List.of(1, 0),
                                        new Elsewhere(URI.create("http://127.0.0.1:9001/stock")))),
                        4));
        assertThat(shape.elsewhere()).isEqualTo(Map.of("stock", URI.create("http://127.0.0.1:9001/stock")));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 32})
    void from_2_to_32_calls(int count) {
        assertThat(parse("calls: " + calls(count)).calls()).hasSize(count);
    }

    private static String calls(int count) {
        return IntStream.range(0, count).mapToObj(i -> "c" + i + ": {}").collect(Collectors.joining(", ", "{", "}"));
    }

    @Test
    void the_answers_before_a_call_decide_what_it_asks_for() {
        assertThat(Shape.target("cart", List.of())).isEqualTo("cart");
        // The check value of CRC-32C.
        assertThat(Shape.target("prices", List.of(bytes("123456789"), bytes(""))))
                .isEqualTo("prices?after=e3069283,00000000");
    }

    @Test
    void the_reply_tells_of_every_answer() {
        Shape once = parse("calls: {a: {}, b: {}}");
        // SHA-256 of "abc".
        assertThat(new String(once.join(7, List.of(bytes("ab"), bytes("c"))), StandardCharsets.US_ASCII))
                .isEqualTo("{\"user\":7,\"bytes\":{\"a\":2,\"b\":1},\"sha256\":"
                        + "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"}");
        assertThat(parse("calls: {a: {}, b: {}}\njoin: {passes: 2}").join(7, List.of(bytes("a"), bytes("b"))))
                .isNotEqualTo(once.join(7, List.of(bytes("a"), bytes("b"))));
    }

    @Test
    void the_reply_does_not_depend_on_services_elsewhere() {
        Shape shape = parse("calls: {a: {}, b: {url: \"http://127.0.0.1/\"}}");
        assertThat(shape.join(1, List.of(bytes("a"), bytes("b"))))
                .isEqualTo(shape.join(1, List.of(bytes("a"), bytes("other"))))
                .isNotEqualTo(shape.join(1, List.of(bytes("b"), bytes("b"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            calls: {a: {}}                              | calls: has 1 and must have from 2 to 32
            cals: {a: {}, b: {}}                        | unknown key "cals"
            calls: {a: {dely: 1s}, b: {}}               | calls.a: unknown key "dely". Did you mean delay?
            calls: {a: {delay: soon}, b: {}}            | "soon"
            calls: {a: {size: 1B}, b: {}}               | size: is 1B and must be from 64B to 8MiB
            calls: {a: {faults: oops=1%}, b: {}}        | oops
            calls: {a: {after: [c]}, b: {}}             | calls.a.after names no call: "c". Known: a, b
            calls: {a: {}, b: {after: [a, a]}}          | names a call twice
            calls: {a: {after: [a]}, b: {}}             | calls has a cycle: a waits for a
            calls: {a: {after: [c]}, b: {after: [a]}, c: {after: [b]}} | calls has a cycle: a waits for c waits for b waits for a
            calls: {counts: {}, b: {}}                  | calls.counts is no name
            calls: {A: {}, b: {}}                       | calls.A is no name
            calls: {a: {url: "ftp://x/"}, b: {}}        | url: is "ftp://x/" and must be http://HOST:PORT/PATH
            calls: {a: {url: "http://x/", delay: 1s}, b: {}} | url: excludes delay, size and faults
            {calls: {a: {}, b: {}}, join: {passes: 0}}  | passes: is 0 and must be from 1 to 1000
            """)
    void what_is_wrong_is_named(String text, String message) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("shape.yaml")
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void more_than_32_calls_are_too_many() {
        assertThatThrownBy(() -> parse("calls: " + calls(33)))
                .hasMessageContaining("has 33 and must have from 2 to 32");
    }
}
