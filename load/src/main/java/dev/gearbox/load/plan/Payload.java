package dev.gearbox.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a {@link Step.Send} sends. In files: {@code {text: hello}}, {@code {bytes: 64}} or {@code {bytes: 64, frames: 16}}. */
public sealed interface Payload {
    /** The largest payload: it must fit a buffer, twice. */
    int MOST = 256 << 20;

    /** The size in bytes. */
    int size();

    /** How many requests it is. */
    default int frames() {
        return 1;
    }

    /** A fixed text, as UTF-8, the same each time. */
    record Text(String text) implements Payload {
        public Text {
            if (text.isEmpty()) {
                throw new BadPlanException("the text is empty");
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
                throw new BadPlanException(count + " bytes is out of range: 1 to " + MOST);
            }
        }

        @Override
        public int size() {
            return count;
        }
    }

    /**
     * Frames that are sent at once, without waiting for each other's answers: pipelining. Each is a request of its own, whose echo is looked
     * for in its place and whose time ends with its own last byte. All of them are meant to begin when the step is.
     *
     * @param frames how many
     * @param bytes the size of each; random, and other ones in each frame
     */
    record Frames(int frames, int bytes) implements Payload {
        public Frames {
            if (frames < 1 || frames > MOST) {
                throw new BadPlanException(frames + " frames is out of range: 1 to " + MOST);
            }
            if (bytes < 1 || (long) frames * bytes > MOST) {
                throw new BadPlanException(frames + " frames of " + bytes
                        + " bytes are out of range: from 1 byte each, to " + MOST + " together");
            }
        }

        @Override
        public int size() {
            return frames * bytes;
        }
    }

    /** The one of these forms that has these keys. */
    @JsonCreator
    static Payload of(Optional<String> text, OptionalInt bytes, OptionalInt frames) {
        if (text.isPresent() == bytes.isPresent()) {
            throw new BadPlanException("needs one of text, bytes");
        }
        if (text.isPresent() && frames.isPresent()) {
            throw new BadPlanException("frames goes with bytes, not with text");
        }
        return text.<Payload>map(Text::new)
                .orElseGet(() -> frames.isPresent()
                        ? new Frames(frames.getAsInt(), bytes.getAsInt())
                        : new Bytes(bytes.getAsInt()));
    }

    /** As JSON. */
    default JsonNode toTree() {
        var node = JsonNodeFactory.instance.objectNode();
        return switch (this) {
            case Text(String text) -> node.put("text", text);
            case Bytes(int count) -> node.put("bytes", count);
            case Frames(int frames, int bytes) -> node.put("bytes", bytes).put("frames", frames);
        };
    }
}
