package dev.gearbox.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a {@link Step.Send} sends. In files: {@code {text: hello}}, {@code {bytes: 64}} or {@code {bytes: 64, frames: 16}}. */
public sealed interface Payload {
    /** The largest payload: twice its size must fit in a buffer. */
    int MOST = 256 << 20;

    /** Returns the size in bytes. */
    int size();

    /** Returns the number of requests in it. */
    default int frames() {
        return 1;
    }

    /** A fixed text, encoded as UTF-8. */
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

    /** Seeded random bytes, different for each connection and each request, so that an answer to another request is detected. */
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
     * Frames that are sent at once without waiting for answers: pipelining. Each frame is a request: its echo is expected in order, and its time ends with
     * its own last byte. All share the intended start of the step.
     *
     * @param frames the number of frames
     * @param bytes the size of each frame; random bytes, different in each frame
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

    /** Reads the form with these keys. */
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

    /** Returns the form that is read from JSON and YAML. */
    default JsonNode toTree() {
        var node = JsonNodeFactory.instance.objectNode();
        return switch (this) {
            case Text(String text) -> node.put("text", text);
            case Bytes(int count) -> node.put("bytes", count);
            case Frames(int frames, int bytes) -> node.put("bytes", bytes).put("frames", frames);
        };
    }
}
