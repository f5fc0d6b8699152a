package dev.gearbox.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.cfg.MapperBuilder;

/**
 * Reads data into records, strictly. An unknown key is an error, because a typo would silently run something else. So are a missing key (unless the
 * component is an {@code Optional}, or is empty by default with {@code @JsonSetter(nulls = Nulls.AS_EMPTY)}), a duplicate key, and a value of the wrong
 * type. Durations are written as people write them, for example {@code 500ms}. An {@link IllegalArgumentException} of a record's constructor is reported
 * at the place in the file.
 *
 * <p>Packages whose records are read must be open to {@code tools.jackson.databind}. Thread-safe.
 */
public final class DataReader {
    private final ObjectMapper mapper;
    private final Function<String, ? extends RuntimeException> complaint;

    private DataReader(ObjectMapper mapper, Function<String, ? extends RuntimeException> complaint) {
        this.mapper = mapper;
        this.complaint = complaint;
    }

    /**
     * Creates a reader for files written by people: blank texts and empty lists are errors, and surrounding whitespace is stripped.
     *
     * @param format a builder of Jackson's, such as {@code YAMLMapper.builder()}
     * @param complaint creates the exception from a one-line message: file, key and, where the values are fixed, the valid ones
     */
    public static DataReader ofPeople(
            MapperBuilder<?, ?> format, Function<String, ? extends RuntimeException> complaint) {
        return new DataReader(Strict.mapper(format, Strict.FILLED), complaint);
    }

    /**
     * Creates a reader for files written by programs: texts and lists are taken as they are.
     *
     * @param format a builder of Jackson's, such as {@code JsonMapper.builder()}
     * @param complaint as for {@link #ofPeople}
     */
    public static DataReader ofPrograms(
            MapperBuilder<?, ?> format, Function<String, ? extends RuntimeException> complaint) {
        return new DataReader(Strict.mapper(format), complaint);
    }

    /**
     * Reads a file into a record.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     */
    public <T> T read(String file, InputStream in, Class<T> type) throws IOException {
        return decode(Place.of(file), tree(file, in), type);
    }

    /** Reads a file into a tree without interpreting it. The text is read to the end, and not closed. */
    public JsonNode tree(String file, InputStream in) throws IOException {
        return tree(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }

    /** As above, from a string. */
    public JsonNode tree(String file, String text) {
        try {
            return mapper.readTree(text);
        } catch (JacksonException broken) {
            throw because(
                    broken,
                    file + ": not valid " + mapper.tokenStreamFactory().getFormatName() + ": "
                            + firstLine(broken.getOriginalMessage()));
        }
    }

    /** Converts a part of a file to a record. */
    public <T> T decode(Place place, JsonNode node, Class<T> type) {
        try {
            if (node.isMissingNode() || node.isNull()) {
                throw error(place, place.path().isEmpty() ? "is empty" : "is missing");
            }
            return mapper.treeToValue(node, type);
        } catch (JacksonException wrong) {
            Diagnosis diagnosis = new Diagnosis(mapper, wrong, place, node);
            RuntimeException defect = diagnosis.defect();
            throw defect == null ? because(wrong, diagnosis.message()) : defect;
        }
    }

    /** Returns the exception for an error that only the caller can detect. */
    public RuntimeException error(Place place, String what) {
        return complaint.apply(place.says(what));
    }

    /** As above, with a cause. */
    public RuntimeException error(Place place, String what, Throwable cause) {
        return because(cause, place.says(what));
    }

    private RuntimeException because(Throwable cause, String message) {
        RuntimeException complained = complaint.apply(message);
        complained.initCause(cause);
        return complained;
    }

    static String firstLine(@Nullable String text) {
        return text == null ? "" : text.lines().findFirst().orElse("");
    }
}
