package dev.gearbox.evidence.history;

import dev.gearbox.evidence.EvidenceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;
import tools.jackson.dataformat.csv.CsvWriteFeature;

/** The file of a {@link History}: comma-separated values (RFC 4180), so that any spreadsheet can read it. */
final class HistoryFile {
    private static final CsvMapper MAPPER = CsvMapper.builder()
            .enable(CsvReadFeature.FAIL_ON_MISSING_COLUMNS)
            .enable(CsvWriteFeature.STRICT_CHECK_FOR_QUOTING)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();

    /** The columns, in the order of the record's components. */
    private static final CsvSchema COLUMNS = MAPPER.schemaFor(History.Row.class);

    /** The first line. */
    static final String HEADER = String.join(",", COLUMNS.getColumnNames());

    private static final ObjectReader READER =
            MAPPER.readerFor(History.Row.class).with(COLUMNS.withSkipFirstDataRow(true));

    private HistoryFile() {}

    /**
     * Reads the rows; none if there is no file yet.
     *
     * @throws EvidenceException with the row: a wrong header, a wrong number of cells, an invalid number, an unknown metric, a duplicate row
     */
    static List<History.Row> read(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (IOException unreadable) {
            throw new EvidenceException(
                    "cannot read " + file + ": " + unreadable.getMessage() + ". Name another with --history",
                    unreadable);
        }
    }

    /** Appends rows; creates the file if it does not exist. */
    static void append(Path file, List<History.Row> rows) {
        CsvSchema schema = COLUMNS.withUseHeader(!Files.exists(file));
        try {
            Files.writeString(
                    file,
                    MAPPER.writer(schema).writeValueAsString(rows),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException refused) {
            throw new EvidenceException(
                    "cannot write " + file + ": " + refused.getMessage() + ". Name another with --history", refused);
        }
    }

    private static List<History.Row> parse(String file, String text) {
        if (text.lines().findFirst().filter(HEADER::equals).isEmpty()) {
            throw new EvidenceException(file + " is not a history: its first line is not " + HEADER);
        }
        if (!text.endsWith("\n")) {
            throw new EvidenceException(file + ", line " + text.lines().count()
                    + ": is cut off. Delete it; the next run adds what is missing");
        }
        List<History.Row> rows = new ArrayList<>();
        Set<List<String>> there = new HashSet<>();
        try (MappingIterator<History.Row> lines = READER.readValues(text)) {
            while (lines.hasNextValue()) {
                History.Row row = lines.nextValue();
                rows.add(row);
                if (!there.add(row.identity())) {
                    throw new EvidenceException(
                            file + ", row " + rows.size() + ": is a duplicate: " + String.join(",", row.identity()));
                }
            }
        } catch (JacksonException broken) {
            throw new EvidenceException(file + ", row " + (rows.size() + 1) + ": " + why(broken), broken);
        }
        return rows;
    }

    private static String why(JacksonException broken) {
        if (broken.getCause() instanceof EvidenceException unknown) {
            return String.valueOf(unknown.getMessage());
        }
        return switch (broken) {
            case InvalidFormatException wrong -> column(wrong) + " cannot be \"" + wrong.getValue() + "\"";
            case MismatchedInputException empty when !empty.getPath().isEmpty() -> column(empty) + " is empty";
            default -> broken.getOriginalMessage();
        };
    }

    private static String column(JacksonException broken) {
        return broken.getPath().getLast().getPropertyName();
    }
}
