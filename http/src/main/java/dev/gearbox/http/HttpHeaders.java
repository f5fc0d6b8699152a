package dev.gearbox.http;

import dev.gearbox.http.syntax.FieldLines;
import dev.gearbox.http.syntax.Tokens;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of a message, in order; names are compared without regard to case. Immutable. Create fields that are sent often only once: their
 * bytes are kept.
 */
public final class HttpHeaders {
    /** No fields. */
    public static final HttpHeaders NONE = new HttpHeaders(new FieldLines(0));

    /** These define the framing of the message and the connection's fate, so the caller may not set them. */
    private static final Set<String> OURS = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        OURS.addAll(List.of("Connection", "Content-Length", "Keep-Alive", "Transfer-Encoding", "Trailer", "Upgrade"));
    }

    private final FieldLines fields;

    private HttpHeaders(FieldLines fields) {
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
        int length = 2 * namesAndValues.length; // a colon and a space, CR and LF
        for (String part : namesAndValues) {
            length += part.length();
        }
        FieldLines fields = new FieldLines(length);
        for (int index = 0; index < namesAndValues.length; index += 2) {
            String name = namesAndValues[index];
            String value = namesAndValues[index + 1];
            if (!Tokens.isToken(name) || !Tokens.isValue(value)) {
                throw new IllegalArgumentException("not a header field: \"" + name + ": " + value + "\"");
            }
            if (OURS.contains(name)) {
                throw new IllegalArgumentException(name + " is set automatically");
            }
            fields.add(name, value);
        }
        return new HttpHeaders(fields);
    }

    @SuppressWarnings("exports") // for this module only
    public static HttpHeaders received(FieldLines fields) {
        return new HttpHeaders(fields);
    }

    /** Returns the value of the first field with that name. */
    public Optional<String> first(String name) {
        int field = fields.find(name, 0);
        return field < 0 ? Optional.empty() : Optional.of(fields.value(field));
    }

    /** Returns the values of all fields with that name. */
    public List<String> all(String name) {
        List<String> values = new ArrayList<>();
        for (int field = fields.find(name, 0); field >= 0; field = fields.find(name, field + 1)) {
            values.add(fields.value(field));
        }
        return values;
    }

    /** Calls {@code reader} with the name and value of every field. */
    public void forEach(BiConsumer<String, String> reader) {
        for (int field = 0; field < fields.count(); field++) {
            reader.accept(fields.name(field), fields.value(field));
        }
    }

    /** Returns the number of fields. */
    public int size() {
        return fields.count();
    }

    /** Returns the fields as they are sent, each with its line end. */
    public byte[] encoded() {
        return fields.encoded();
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
        return new String(encoded(), StandardCharsets.ISO_8859_1);
    }
}
