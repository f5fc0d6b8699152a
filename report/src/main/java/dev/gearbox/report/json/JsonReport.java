package dev.gearbox.report.json;

import dev.gearbox.report.Report;
import dev.gearbox.report.assets.Assets;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.DocumentComposer;
import tools.jackson.databind.json.JsonMapper;

/** A report for programs: one line of JSON, as {@link #schema()} describes it. The HTML page contains exactly this text. Thread-safe. */
public final class JsonReport {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private JsonReport() {}

    /** Returns the report; unknown values are null. No character in it can end a script element of HTML. */
    public static String of(Report report) {
        return of(DocumentComposer.of(report));
    }

    /** Returns the JSON Schema (2020-12) of {@link #of}. */
    public static String schema() {
        return Assets.text("report.schema.json");
    }

    @SuppressWarnings("exports") // the document belongs to this module
    public static String of(Document document) {
        // These occur only in strings, where an escape means the same.
        return MAPPER.writeValueAsString(document)
                .replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
