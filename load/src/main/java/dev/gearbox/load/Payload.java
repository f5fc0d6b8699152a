package dev.gearbox.load;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a {@link Step.Send} sends. In files: {@code {text: hello}} or {@code {bytes: 64}}. */
public sealed interface Payload {
    /** The largest payload: it must fit a buffer, twice. */
    int MOST = 256 << 20;

    /** The size in bytes. */
    int size();

    /** A fixed text, as UTF-8, the same each time. */
    record Text(String text) implements Payload {
        public Text {
            if (text.isEmpty()) {
                throw new BadPlanException("send: the text is empty");
            }
        }

        @Override
        public int size() {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
    }

    /** Seeded random bytes, other ones for each connection and each request, so that another request's answer is found out. */
    record Bytes(int count) implements Payload {
        public Bytes {
            if (count < 1 || count > MOST) {
                throw new BadPlanException("send: " + count + " bytes is out of range: 1 to " + MOST);
            }
        }

        @Override
        public int size() {
            return count;
        }
    }

    /**
     * Reads it from Jackson's tree, strictly.
     *
     * @throws BadPlanException if it is anything else than one of the forms above
     */
    static Payload fromTree(JsonNode node, String where) {
        Fields fields = Fields.of(node, where);
        var text = fields.optional("text");
        var bytes = fields.optional("bytes");
        fields.end();
        if (text.isPresent() == bytes.isPresent()) {
            throw new BadPlanException(where + ": needs one of text, bytes");
        }
        return text.isPresent()
                ? new Text(Fields.text(text.get(), where + ".text"))
                : new Bytes((int) Fields.whole(bytes.orElseThrow(), where + ".bytes", 1, MOST));
    }

    /** The form that {@link #fromTree} reads. */
    default JsonNode toTree() {
        var node = JsonNodeFactory.instance.objectNode();
        return switch (this) {
            case Text(String text) -> node.put("text", text);
            case Bytes(int count) -> node.put("bytes", count);
        };
    }
}
