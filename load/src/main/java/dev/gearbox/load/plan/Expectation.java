package dev.gearbox.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The exact answer that a {@link Step.Expect} requires: a different, additional or missing byte is an error. In files:
 * {@code echo}, {@code {text: welcome}} or {@code {bytes: 64}}.
 */
public sealed interface Expectation {
    /** The bytes last sent. */
    record Echo() implements Expectation {}

    /** This text, as UTF-8. */
    record Text(String text) implements Expectation {
        public Text {
            if (text.isEmpty()) {
                throw new BadPlanException("the text is empty");
            }
        }

        int size() {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
    }

    /** A number of arbitrary bytes. */
    record Bytes(int count) implements Expectation {
        public Bytes {
            if (count < 1) {
                throw new BadPlanException(count + " bytes is out of range: from 1");
            }
        }
    }

    /** Reads the form that is a single word. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Expectation named(String word) {
        if (!word.equals("echo")) {
            throw new BadPlanException("unknown \"" + word + "\". Known: echo, {text: ...}, {bytes: ...}");
        }
        return new Echo();
    }

    /** Reads the form with these keys. */
    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static Expectation keyed(Optional<String> text, OptionalInt bytes) {
        if (text.isPresent() == bytes.isPresent()) {
            throw new BadPlanException("needs one of text, bytes (or is the word echo)");
        }
        return text.<Expectation>map(Text::new).orElseGet(() -> new Bytes(bytes.getAsInt()));
    }

    /** Returns the form that is read from JSON and YAML. */
    default JsonNode toTree() {
        var factory = JsonNodeFactory.instance;
        return switch (this) {
            case Echo() -> factory.stringNode("echo");
            case Text(String text) -> factory.objectNode().put("text", text);
            case Bytes(int count) -> factory.objectNode().put("bytes", count);
        };
    }
}
