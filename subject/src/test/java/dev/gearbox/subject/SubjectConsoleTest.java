package dev.gearbox.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SubjectConsoleTest {
    private static final SubjectConsole.Jobs NO_JOBS = _ -> new JobLog(1);

    @Test
    void saysReadyAnswersEachQuestionAndReturnsAtTheEndOfInput() throws IOException {
        var out = new ByteArrayOutputStream();
        var asked = new AtomicInteger();
        var console = new SubjectConsole(
                new BufferedReader(new StringReader("stats\nnonsense\nstats\n")),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        console.run(4711, Map.of("engine", "null"), () -> Map.of("asked", asked.getAndIncrement()), NO_JOBS);

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(3);
        JsonNode ready = json(lines.get(0), "READY ");
        assertThat(ready.path("port").asInt()).isEqualTo(4711);
        assertThat(ready.path("engine").asString()).isEqualTo("null");
        assertThat(ready.path("java").asString()).contains(Runtime.version().toString());
        // The first answer, number 0, is not printed: it loads what an answer needs before anything is measured.
        assertThat(json(lines.get(1), "STATS ").path("asked").asInt()).isEqualTo(1);
        JsonNode last = json(lines.get(2), "STATS ");
        assertThat(last.path("asked").asInt()).isEqualTo(2);
        assertThat(last.path("jvm").path("threads").asInt()).isPositive();
        assertThat(JsonMapper.shared()
                        .treeToValue(last.path("usage"), Usage.class)
                        .nanos())
                .isPositive();
    }

    @Test
    void collectsAndRecordsWhenAsked(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("events.jfr");
        Instant from = Instant.now();
        var out = new ByteArrayOutputStream();
        var console = new SubjectConsole(
                new BufferedReader(new StringReader("recorded\nrecord " + file + "\ngc\nrecorded\n")),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        console.run(1, Map.of(), Map::of, NO_JOBS);

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(1)).isEqualTo("RECORDED {\"written\":false}");
        assertThat(lines.get(2)).isEqualTo("RECORD {}");
        assertThat(json(lines.get(3), "GC ").path("jvm").path("gcCount").asInt())
                .isPositive();
        assertThat(lines.get(4)).isEqualTo("RECORDED {\"written\":true}");
        JvmEvents events = JvmEvents.read(file, from, Instant.now());
        assertThat(events.pauses()).isPositive();
        assertThat(events.pauseMillis()).isPositive();
        assertThat(JvmEvents.read(file, Instant.now(), Instant.MAX).pauses()).isZero();
    }

    @Test
    void writesJsonThatReadsBack() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("quote\"d", "back\\slash, tab\t, new\nline, é");
        value.put("number", 1L << 60);
        value.put("ratio", 0.25);
        value.put("none", Double.NaN);
        value.put("truth", true);
        value.put("list", List.of(1, "two", Map.of()));
        JsonNode read = JsonMapper.shared().readTree(SubjectConsole.json(value));
        assertThat(read.path("quote\"d").asString()).isEqualTo("back\\slash, tab\t, new\nline, é");
        assertThat(read.path("number").asLong()).isEqualTo(1L << 60);
        assertThat(read.path("ratio").asDouble()).isEqualTo(0.25);
        assertThat(read.path("none").isNull()).isTrue();
        assertThat(read.path("truth").asBoolean()).isTrue();
        assertThat(read.path("list").toString()).isEqualTo("[1,\"two\",{}]");
    }

    private static JsonNode json(String line, String prefix) {
        assertThat(line).startsWith(prefix);
        return JsonMapper.shared().readTree(line.substring(prefix.length()));
    }
}
