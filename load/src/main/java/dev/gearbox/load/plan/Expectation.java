package dev.gearbox.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The exact answer that a {@link Step.Expect} requires: a different, additional or missing byte is an error. In files:
 * {@code echo}, {@code end}, {@code {text: welcome}}, {@code {bytes: 64}} or {@code {http: {status: 200, bytes: 64, crc32c: 1c291ca3}}}.
 */
public sealed interface Expectation {
    /** The bytes last sent. */
    record Echo() implements Expectation {}

    /**
     * Nothing more, and the end of the stream: the peer closes the connection, for example because nothing has happened on it for a time. Needs no send, and
     * its time begins with the step. Afterwards the user has no connection.
     */
    record End() implements Expectation {}

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

    /**
     * An answer of HTTP/1.1 with this status and this body, whatever its header fields and its framing are. Another status is an error of its own kind
     * ({@link dev.gearbox.load.report.ErrorKind#STATUS}), so that a refusal is not taken for a wrong answer.
     *
     * @param status three digits
     * @param bytes the length of the body
     * @param crc32c the checksum of the body, CRC-32C in eight hexadecimal digits
     */
    record Http(int status, int bytes, String crc32c) implements Expectation {
        public Http {
            if (status < 200 || status > 599) {
                throw new BadPlanException("http: status: " + status + " is out of range: 200 to 599");
            }
            if (bytes < 1) {
                throw new BadPlanException("http: bytes: " + bytes + " is out of range: from 1");
            }
            if (!crc32c.matches("[0-9a-f]{8}")) {
                throw new BadPlanException("http: crc32c: \"" + crc32c + "\" is not eight hexadecimal digits");
            }
        }

        /** Returns what expects this body. */
        public static Http of(int status, byte[] body) {
            CRC32C checksum = new CRC32C();
            checksum.update(body);
            return new Http(status, body.length, HexFormat.of().toHexDigits((int) checksum.getValue()));
        }
    }

    /** Reads the form that is a single word. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Expectation named(String word) {
        return switch (word) {
            case "echo" -> new Echo();
            case "end" -> new End();
            default ->
                throw new BadPlanException(
                        "unknown \"" + word + "\". Known: echo, end, {text: ...}, {bytes: ...}, {http: ...}");
        };
    }

    /** Reads the form with these keys. */
    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static Expectation keyed(Optional<String> text, OptionalInt bytes, Optional<Http> http) {
        List<Expectation> given = Stream.<Optional<? extends Expectation>>of(
                        text.map(Text::new), bytes.stream().mapToObj(Bytes::new).findFirst(), http)
                .<Expectation>flatMap(Optional::stream)
                .toList();
        if (given.size() != 1) {
            throw new BadPlanException("needs one of text, bytes, http (or is the word echo or end)");
        }
        return given.getFirst();
    }

    /** Returns the form that is read from JSON and YAML. */
    default JsonNode toTree() {
        var factory = JsonNodeFactory.instance;
        return switch (this) {
            case Echo() -> factory.stringNode("echo");
            case End() -> factory.stringNode("end");
            case Text(String text) -> factory.objectNode().put("text", text);
            case Bytes(int count) -> factory.objectNode().put("bytes", count);
            case Http(int status, int bytes, String crc32c) ->
                factory.objectNode()
                        .set(
                                "http",
                                factory.objectNode()
                                        .put("status", status)
                                        .put("bytes", bytes)
                                        .put("crc32c", crc32c));
        };
    }
}
