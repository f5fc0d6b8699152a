package dev.gearbox.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MessageHeaders;
import org.apache.hc.core5.http.message.BasicHeader;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of a message, in order; names are compared without regard to case. Immutable. Create fields that are sent often only once: their
 * bytes are cached.
 */
public final class HttpHeaders {
    /** No fields. */
    public static final HttpHeaders NONE = new HttpHeaders();

    /** These define the framing of the message and the connection's fate, so the caller may not set them. */
    private static final Set<String> OURS = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        OURS.addAll(List.of("Connection", "Content-Length", "Keep-Alive", "Transfer-Encoding", "Trailer", "Upgrade"));
    }

    private final Header[] fields;
    private byte @Nullable [] encoded;

    private HttpHeaders(Header... fields) {
        this.fields = fields;
    }

    /**
     * Creates fields to send.
     *
     * @param namesAndValues name, value, name, value, ...
     * @throws IllegalArgumentException if one is not valid, or concerns the framing: Content-Length, Transfer-Encoding, Connection and similar fields
     *     are set automatically
     */
    public static HttpHeaders of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("a name without a value: " + namesAndValues[namesAndValues.length - 1]);
        }
        Header[] fields = new Header[namesAndValues.length / 2];
        for (int index = 0; index < fields.length; index++) {
            String name = namesAndValues[2 * index];
            String value = namesAndValues[2 * index + 1];
            if (!Tokens.isToken(name) || !Tokens.isValue(value)) {
                throw new IllegalArgumentException("not a header field: \"" + name + ": " + value + "\"");
            }
            if (OURS.contains(name)) {
                throw new IllegalArgumentException(name + " is set automatically");
            }
            fields[index] = new BasicHeader(name, value);
        }
        return new HttpHeaders(fields);
    }

    @SuppressWarnings("exports") // for this module only
    public static HttpHeaders received(MessageHeaders message) {
        return new HttpHeaders(message.getHeaders());
    }

    /** Returns the value of the first field with that name. */
    public Optional<String> first(String name) {
        for (Header field : fields) {
            if (field.getName().equalsIgnoreCase(name)) {
                return Optional.of(value(field));
            }
        }
        return Optional.empty();
    }

    /** Returns the values of all fields with that name. */
    public List<String> all(String name) {
        List<String> values = new ArrayList<>();
        for (Header field : fields) {
            if (field.getName().equalsIgnoreCase(name)) {
                values.add(value(field));
            }
        }
        return values;
    }

    /** Calls {@code reader} with the name and value of every field. */
    public void forEach(BiConsumer<String, String> reader) {
        for (Header field : fields) {
            reader.accept(field.getName(), value(field));
        }
    }

    /** Returns the number of fields. */
    public int size() {
        return fields.length;
    }

    private static String value(Header field) {
        String value = field.getValue();
        return value == null ? "" : value;
    }

    /** Returns the fields as they are sent, each with its line end. */
    public byte[] encoded() {
        byte[] bytes = encoded;
        if (bytes == null) {
            bytes = toString().getBytes(StandardCharsets.ISO_8859_1);
            encoded = bytes; // a race is harmless: two threads create the same bytes
        }
        return bytes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HttpHeaders headers && Arrays.equals(encoded(), headers.encoded());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encoded());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        return text.toString();
    }
}
