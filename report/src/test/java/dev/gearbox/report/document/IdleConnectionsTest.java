package dev.gearbox.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.gearbox.report.Report;
import dev.gearbox.report.SampleReports;
import dev.gearbox.report.html.HtmlReport;
import dev.gearbox.report.json.JsonReport;
import dev.gearbox.report.text.MarkdownReport;
import dev.gearbox.report.text.TerminalReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The memory of idle connections is shown in every form, as any other result. */
class IdleConnectionsTest {
    private final Report report = new Report("echo-server", "How much does each hold?", List.of(SampleReports.idle()));

    @Test
    void theTerminalRanksByResidentMemoryAndHasTheOthersBeside() {
        assertThat(TerminalReport.of(report, new TerminalReport.Style(200, false, false)))
                .contains("idle: epoll has the least resident memory per idle connection")
                .contains("Resident memory per idle connection, relative to selector (lower is better)")
                .containsPattern(" +resident B +heap B\\n")
                .contains("idle connections, in a fresh JVM for each number of them")
                .doesNotContain("ceiling");
    }

    @Test
    void markdownHasEachKindWithItsInterval() {
        assertThat(MarkdownReport.of(report))
                .contains("| arm | resident memory per idle connection, B | relative to selector | ties | verdict |"
                        + " heap per idle connection, B |")
                .contains("1240 \\[1228, 1252\\]");
    }

    @Test
    void thePageHasATableForEachKind() {
        assertThat(HtmlReport.of(report))
                .contains("Resident memory per idle connection (lower is better)")
                .contains("Heap per idle connection (lower is better)")
                .doesNotContain("What a request costs")
                .contains("For each fork the slope of a straight line over the numbers of connections")
                .doesNotContain("each arm is warmed");
    }

    @Test
    void theSchemaHolds() {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(JsonReport.schema(), InputFormat.JSON);
        assertThat(schema.validate(JsonReport.of(report), InputFormat.JSON)).isEmpty();
        assertThat(JsonReport.of(report)).contains("\"metric\":\"idle-resident\"", "\"loop\":\"memory\"");
    }
}
