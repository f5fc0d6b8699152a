package dev.gearbox.evidence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.node.JsonNodeFactory;

/** Experiments, slices and times shared by tests. */
public final class TestEvidence {
    private TestEvidence() {}

    public static Design design(int forks, int blocks) {
        return new Design("quick", forks, blocks, 0.1, 0.9, 8, 0.05, 0.95, List.of(forks), false);
    }

    public static Experiment experiment(Design design, String... labels) {
        List<Arm> arms = new ArrayList<>();
        for (String label : labels) {
            arms.add(new Arm(label, List.of("-Xmx512m", "Main", "--engine", label)));
        }
        return new Experiment(
                Experiment.FORMAT,
                "echo-server",
                "ping",
                "request and reply",
                Map.of("connections", "100"),
                "echo",
                Map.of(),
                "open",
                JsonNodeFactory.instance.objectNode().put("perSecond", 20000),
                arms,
                labels[0],
                design,
                machine(),
                42);
    }

    public static Machine machine() {
        return new Machine(
                2,
                "a processor",
                24_000,
                "Linux amd64",
                "6.18.5",
                "OpenJDK 64-Bit Server VM 25.0.3+9",
                "bbr",
                20_000,
                "0.1.0",
                "0123456789ab",
                "server on core 0, load on core 1",
                List.of("-XX:+UseSerialGC"),
                List.of("-XX:+UseSerialGC"));
    }

    public static Slice slice(int fork, int block, int position, String arm, double cpuMicrosPerRequest) {
        double perSecond = 20_000;
        return new Slice(
                fork,
                1,
                block,
                position,
                arm,
                7L * block,
                Instant.parse("2026-11-21T10:00:00Z").plusSeconds(block),
                new Slice.Requests(0.9, perSecond, perSecond, 18_000, 0, 0, 0, 0, 100, 0, Map.of()),
                new Slice.ResourceUse(
                        cpuMicrosPerRequest * perSecond * 0.4,
                        cpuMicrosPerRequest * perSecond * 0.6,
                        1000.0,
                        0.0,
                        500.0,
                        0.0,
                        0.0,
                        14,
                        70 << 20),
                new Slice.Disturbance(0.01, 0, 0),
                new Slice.GeneratorLag(true, List.of(), 1, 20, 0.3, 0.01));
    }

    public static TimeHistograms times(long... nanos) {
        Histogram response = TimeHistograms.empty();
        for (long value : nanos) {
            response.recordValue(value);
        }
        return new TimeHistograms(Map.of(TimeHistograms.Kind.RESPONSE, response));
    }

    /** A complete block with every arm. */
    public static List<ForkEvent> block(Experiment experiment, int fork, int block) {
        List<ForkEvent> entries = new ArrayList<>();
        int position = 0;
        for (Arm arm : experiment.arms()) {
            entries.add(new ForkEvent.Measured(slice(fork, block, ++position, arm.label(), 10)));
        }
        entries.add(new ForkEvent.BlockDone(fork, block));
        return entries;
    }

    public static ForkEvent.Launch launch(int fork, int launch) {
        return new ForkEvent.Launch(fork, launch, Instant.parse("2026-11-21T10:00:00Z"), "0.5", Map.of(), List.of());
    }
}
