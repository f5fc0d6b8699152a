package dev.gearbox.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Plans;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The process, as the lab sees a subject. */
@Timeout(600)
class NullServerTest {
    private static Process start(String... args) throws IOException {
        var command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-p",
                System.getProperty("jdk.module.path"),
                "-m",
                "dev.gearbox.load/dev.gearbox.load.process.NullServerMain"));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).start();
    }

    private static long number(String line, String key) {
        var found = Pattern.compile("\"" + key + "\":(\\d+)").matcher(line);
        assertThat(found.find()).as(line).isTrue();
        return Long.parseLong(found.group(1));
    }

    @Test
    void itEchoesCountsAndEndsWithItsInput() throws Exception {
        Process process = start("--protocol", "echo", "--port", "0");
        BufferedReader out = process.inputReader();
        String ready = out.readLine();
        assertThat(ready).startsWith("READY {");
        int port = (int) number(ready, "port");

        LoadReport small = Plans.run(Plans.plan(port, Plans.ping(64), new Arrivals.Poisson(1_000, 7), 0, 200, 10_000));
        assertThat(small.errors()).isEmpty();
        assertThat(small.censored()).isZero();
        process.outputWriter().write("what\nstats\n");
        process.outputWriter().flush();
        String stats = out.readLine();
        assertThat(stats).startsWith("STATS {");
        assertThat(number(stats, "accepted")).isEqualTo(7);
        assertThat(number(stats, "requests")).isEqualTo(small.started());

        // More than the sockets can buffer.
        LoadReport large = Plans.run(Plans.plan(port, Plans.ping(3 << 20), new Arrivals.Closed(2), 0, 300, 30_000));
        assertThat(large.errors()).isEmpty();
        assertThat(large.started()).isPositive();

        process.outputWriter().close();
        assertThat(process.waitFor()).isZero();
        assertThat(process.errorReader().lines()).isEmpty();
    }

    @Test
    void itSpeaksNothingElse() throws Exception {
        Process process = start("--protocol", "frames");
        assertThat(process.errorReader().readLine())
                .isEqualTo("null server: \"--protocol frames\" is invalid. Known: --port N, --protocol echo");
        assertThat(process.waitFor()).isEqualTo(2);
    }
}
