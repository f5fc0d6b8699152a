package dev.gearbox.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox origin} in a process of its own, as a user runs it, and the JDK's client. */
@Timeout(600)
final class OriginCommandTest {
    private static final Pattern ADDRESS =
            Pattern.compile("(.+) serves (.+) on (http://[0-9.]+:\\d+/)\\. Press Ctrl-C to stop\\.");

    private static Process start(String... words) throws Exception {
        List<String> all = new java.util.ArrayList<>(List.of("origin", "--port", "0"));
        all.addAll(List.of(words));
        return new ProcessBuilder(Programs.java("dev.gearbox.cli", "dev.gearbox.cli.Main", all)).start();
    }

    private static URI address(BufferedReader said) throws Exception {
        String line = String.valueOf(said.readLine());
        Matcher matcher = ADDRESS.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        return URI.create(matcher.group(3));
    }

    private static void fetchAll(URI origin, int pages) throws Exception {
        List<String> paths = text(origin).lines().toList();
        assertThat(paths).hasSize(pages);
        for (String path : paths) {
            assertThat(text(origin.resolve(path))).hasSize(2048);
        }
    }

    private static String text(URI uri) throws IOException {
        try (InputStream in = uri.toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void end(Process process) throws Exception {
        process.toHandle().destroy(); // not Process.destroy, which closes the streams and loses the remaining output
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 15);
    }

    @Test
    void says_where_it_listens_serves_and_says_what_it_served() throws Exception {
        Process process = start("--pages", "20", "--size", "2KiB", "--delay", "5ms", "--engine", "selector");
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            fetchAll(address(out), 20);
            end(process);
            assertThat(out.readLine())
                    .startsWith("Served 20 pages, 41.0 kB, on ")
                    .endsWith("21 requests, 0 for pages that do not exist.");
            assertThat(out.readLine()).isEqualTo("Faults: none");
            assertThat(out.readLine()).matches("Later than intended, in µs: p50.0 .+, p99.0 .+, p99.9 .+, worst .+");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void as_json() throws Exception {
        Process process = start("--pages", "5", "--size", "2KiB", "--json");
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
                BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
            fetchAll(address(err), 5);
            end(process);
            JsonNode counts = JsonMapper.shared().readTree(out.lines().collect(Collectors.joining("\n")));
            assertThat(counts.required("pages").longValue()).isEqualTo(5);
            assertThat(counts.required("bytes").longValue()).isEqualTo(5 * 2048);
            assertThat(counts.required("faults").required("reset").longValue()).isZero();
            assertThat(counts.required("latenessNanos").required("count").longValue())
                    .isEqualTo(5);
        } finally {
            process.destroyForcibly();
        }
    }
}
