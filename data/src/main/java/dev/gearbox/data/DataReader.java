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
 * Reads data into records, strictly: a key that a record does not have is an error, because a typo would silently run something else, and so are a
 * missing key (unless it is {@code Optional}, or {@code @JsonSetter(nulls = Nulls.AS_EMPTY)} says what absence means), a duplicate key and a value of
 * another kind. Durations are read as people write them. An
 * {@link IllegalArgumentException} of a record's constructor is a complaint about the place that it is made from.
 *
 * <p>Packages whose records are read have to be open to {@code tools.jackson.databind}. From any thread.
 */
public final class DataReader {
    private final ObjectMapper mapper;
    private final Function<String, ? extends RuntimeException> complaint;

    private DataReader(ObjectMapper mapper, Function<String, ? extends RuntimeException> complaint) {
        this.mapper = mapper;
        this.complaint = complaint;
    }

    /**
     * For what people write: no text is blank and no list empty, and blanks around a text are not part of it.
     *
     * @param format of Jackson's, such as {@code YAMLMapper.builder()}
     * @param complaint makes the exception that says what is wrong, of one line: file, key and, where there is a choice, the choices
     */
    public static DataReader ofPeople(
            MapperBuilder<?, ?> format, Function<String, ? extends RuntimeException> complaint) {
        return new DataReader(Strict.mapper(format, Strict.FILLED), complaint);
    }

    /**
     * For what programs write: texts and lists are what they are.
     *
     * @param format of Jackson's, such as {@code JsonMapper.builder()}
     * @param complaint as {@link #ofPeople} takes it
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

    /** Reads a file without looking at what is in it. Its text is read to the end, and not closed. */
    public JsonNode tree(String file, InputStream in) throws IOException {
        return tree(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }

    /** The same of a text. */
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

    /** Makes a record of a part of a file. */
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

    /** What is wrong with what stands at a place, where only the caller knows. */
    public RuntimeException error(Place place, String what) {
        return complaint.apply(place.says(what));
    }

    /** The same, with what was thrown below. */
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
