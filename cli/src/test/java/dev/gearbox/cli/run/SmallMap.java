package dev.gearbox.cli.run;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.workload.LoadWorkload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A study of one map that takes little time. As a program it runs the command line on it, for a JVM with other grants than the test's. */
public final class SmallMap {
    private SmallMap() {}

    public static Study of(String pairs, String pipelining) {
        String file = """
                name: map
                summary: a map that takes no time
                source: this test
                protocol: echo
                pairs: %s
                axes: {connections: [2, 4], pipelining: %s}
                timeout: 10s
                arrivals: {model: poisson, perSecond: {$pipelining: {1: 600, 3: 200}}, connections: $connections, active: 0.5}
                script:
                  - connect
                  - repeat:
                      steps:
                        - send: {bytes: 8, frames: $pipelining}
                        - expect: echo
                quick: {warm-up: 50ms, measure: 200ms}
                full: {warm-up: 50ms, measure: 200ms}
                """.formatted(pairs, pipelining);
        try {
            return new Study(
                    "small",
                    "Where does which cost less?",
                    List.of(LoadWorkload.decode(
                            "map.yaml", new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)))));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Runs the command line on a map. The first argument contains its pairs. */
    public static void main(String[] words) {
        Console console = Console.system();
        System.exit(Main.run(console, () -> of(words[0], "[1]"), Arrays.copyOfRange(words, 1, words.length)));
    }
}
