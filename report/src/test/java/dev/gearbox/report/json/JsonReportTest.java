package dev.gearbox.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.gearbox.report.Report;
import dev.gearbox.report.SampleReports;
import org.junit.jupiter.api.Test;

/** The JSON conforms to its schema, and the schema is strict enough to detect errors. */
class JsonReportTest {
    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(JsonReport.schema(), InputFormat.JSON);

    @Test
    void theSchemaHolds() {
        assertThat(schema.validate(JsonReport.of(SampleReports.report()), InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void anEmptyReportIsOneToo() {
        Report empty = new Report("none", "Was anything measured?", java.util.List.of());
        assertThat(schema.validate(JsonReport.of(empty), InputFormat.JSON)).isEmpty();
    }

    @Test
    void theSchemaRefusesWhatItDoesNotKnow() {
        String json = JsonReport.of(SampleReports.report());
        assertThat(schema.validate(json.replace("\"verdict\":\"better\"", "\"verdict\":\"best\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema.validate(json.replaceFirst("\\{", "{\"more\":1,"), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema.validate(json.replace("\"notes\":", "\"note\":"), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void nothingInItEndsAScriptAndWhatIsNoNumberIsNull() {
        assertThat(JsonReport.of(SampleReports.report()))
                .doesNotContain("<", ">", "NaN", "Infinity")
                .contains("\\u003c/script\\u003e")
                .contains("\"p\":null");
    }

    @Test
    void theSameReportGivesTheSameText() {
        assertThat(JsonReport.of(SampleReports.report())).isEqualTo(JsonReport.of(SampleReports.report()));
    }
}
