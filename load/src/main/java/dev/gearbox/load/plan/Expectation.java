package dev.gearbox.load.plan;

import java.nio.charset.StandardCharsets;
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
                throw new BadPlanException("expect: the text is empty");
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
                throw new BadPlanException("expect: " + count + " bytes is out of range: from 1");
            }
        }
    }

    /**
     * Reads an expectation from Jackson's tree, strictly.
     *
     * @throws BadPlanException if it is not one of the forms above
     */
    static Expectation fromTree(JsonNode node, String where) {
        if (node.isString()) {
            if (!node.stringValue().equals("echo")) {
                throw new BadPlanException(
                        where + ": unknown \"" + node.stringValue() + "\". Known: echo, {text: ...}, {bytes: ...}");
            }
            return new Echo();
        }
        PlanFields fields = PlanFields.of(node, where);
        var text = fields.optional("text");
        var bytes = fields.optional("bytes");
        fields.end();
        if (text.isPresent() == bytes.isPresent()) {
            throw new BadPlanException(where + ": needs one of text, bytes (or is the word echo)");
        }
        return text.isPresent()
                ? new Text(PlanFields.text(text.get(), where + ".text"))
                : new Bytes((int) PlanFields.integer(bytes.orElseThrow(), where + ".bytes", 1, Integer.MAX_VALUE));
    }

    /** Returns the form that {@link #fromTree} reads. */
    default JsonNode toTree() {
        var factory = JsonNodeFactory.instance;
        return switch (this) {
            case Echo() -> factory.stringNode("echo");
            case Text(String text) -> factory.objectNode().put("text", text);
            case Bytes(int count) -> factory.objectNode().put("bytes", count);
        };
    }
}
