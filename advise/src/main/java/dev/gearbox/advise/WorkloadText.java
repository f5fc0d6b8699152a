package dev.gearbox.advise;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.core.model.Durations;
import dev.gearbox.data.DataReader;
import dev.gearbox.data.Place;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A workload as people write it, in options or in a YAML file with the same names. What is absent has a default, or is asked for.
 *
 * @param connections integer
 * @param rate requests per second
 * @param size such as 64B, 16KiB
 * @param cpu such as 20us
 * @param cpuVariation 0 or more
 * @param blocked the wait, such as 20ms
 * @param waitVariation 0 or more
 * @param connects new connections per second
 * @param cores of the server
 * @param p99 the limit, such as 5ms
 * @param memory the limit, such as 512MiB
 */
public record WorkloadText(
        Optional<String> connections,
        Optional<String> rate,
        Optional<String> size,
        Optional<String> cpu,
        @JsonProperty("cpu-variation") Optional<String> cpuVariation,
        @JsonProperty("wait") Optional<String> blocked,
        @JsonProperty("wait-variation") Optional<String> waitVariation,
        Optional<String> connects,
        Optional<String> cores,
        Optional<String> p99,
        Optional<String> memory) {
    /** No key at all. */
    public static final WorkloadText NOTHING = connected(Optional.empty());

    /** One connection and no other key, for a map whose points set the number of connections. */
    public static final WorkloadText CONNECTED = connected(Optional.of("1"));

    private static final DataReader YAML = DataReader.ofPeople(YAMLMapper.builder(), AdviseException::new);
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*([A-Za-z]+)");
    private static final Map<String, Double> BYTES =
            Map.of("B", 1.0, "kB", 1e3, "KB", 1e3, "MB", 1e6, "GB", 1e9, "KiB", 0x1p10, "MiB", 0x1p20, "GiB", 0x1p30);
    private static final double MOST_CONNECTIONS = 10_000_000;
    private static final double MOST_RATE = 1e9;
    private static final double MOST_CORES = 4096;
    private static final double MOST_VARIATION = 1000;
    private static final double MOST_BYTES = 1e12;
    private static final double NANOS = 1e9;
    /** If the user does not say how much times vary: between constant times and a long tail, best estimate exponential. */
    private static final Range UNKNOWN_VARIATION = new Range(0, 1, 4);

    private static WorkloadText connected(Optional<String> connections) {
        return new WorkloadText(
                connections,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Reads a file. Numbers may be written without quotation marks. */
    public static WorkloadText read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            JsonNode tree = YAML.tree(file.toString(), in);
            if (tree instanceof ObjectNode keys) {
                keys.properties().forEach(each -> {
                    if (each.getValue().isNumber()) {
                        each.setValue(keys.stringNode(each.getValue().asString()));
                    }
                });
            }
            return YAML.decode(Place.of(file.toString()), tree, WorkloadText.class);
        } catch (IOException failed) {
            throw new AdviseException(
                    "cannot read the workload " + file
                            + ". Name a YAML file with keys such as connections, rate, size and cpu",
                    failed);
        }
    }

    /** Returns this text, completed by another one where it says nothing. */
    public WorkloadText or(WorkloadText other) {
        return new WorkloadText(
                connections.or(other::connections),
                rate.or(other::rate),
                size.or(other::size),
                cpu.or(other::cpu),
                cpuVariation.or(other::cpuVariation),
                blocked.or(other::blocked),
                waitVariation.or(other::waitVariation),
                connects.or(other::connects),
                cores.or(other::cores),
                p99.or(other::p99),
                memory.or(other::memory));
    }

    /**
     * Returns the workload.
     *
     * @param coresHere the cores of this machine, unless the text names others
     * @throws AdviseException if a value is missing or invalid
     */
    public DescribedWorkload workload(int coresHere) {
        return new DescribedWorkload(
                (int) whole("connections", needed("connections", connections, "10000"), 1, MOST_CONNECTIONS),
                number("rate", needed("rate", rate, "10000"), Double.MIN_NORMAL, MOST_RATE),
                (long) size("size", size.orElse("64B"), 1),
                cpu.map(text -> seconds("cpu", text)).orElse(0.0),
                variation("cpu-variation", cpuVariation),
                blocked.map(text -> seconds("wait", text)).orElse(0.0),
                variation("wait-variation", waitVariation),
                connects.map(text -> number("connects", text, 0, MOST_RATE)).orElse(0.0),
                cores.map(text -> (int) whole("cores", text, 1, MOST_CORES)).orElse(coresHere),
                limit(p99.map(text -> seconds("p99", text))),
                limit(memory.map(text -> size("memory", text, 1))));
    }

    private static Range variation(String name, Optional<String> given) {
        return given.map(text -> Range.exactly(number(name, text, 0, MOST_VARIATION)))
                .orElse(UNKNOWN_VARIATION);
    }

    private static OptionalDouble limit(Optional<Double> value) {
        return value.isPresent() ? OptionalDouble.of(value.get()) : OptionalDouble.empty();
    }

    private static String needed(String name, Optional<String> text, String example) {
        return text.orElseThrow(() -> new AdviseException("the workload needs " + name + ": --" + name + " " + example
                + ", or the key " + name + " in a file that --from names"));
    }

    private static double seconds(String name, String text) {
        return Durations.parse(text.strip())
                        .orElseThrow(() -> wrong(name, text, "a time with its unit: 20us, 5ms, 1.5s"))
                        .toNanos()
                / NANOS;
    }

    private static double size(String name, String text, double least) {
        Matcher matcher = SIZE.matcher(text.strip());
        Double unit = matcher.matches() ? BYTES.get(matcher.group(2)) : null;
        if (unit == null) {
            throw wrong(name, text, "a size with its unit: 64B, 16KiB, 1MB");
        }
        return within(name, text, Double.parseDouble(matcher.group(1)) * unit, least, MOST_BYTES);
    }

    private static double whole(String name, String text, double least, double most) {
        double value = number(name, text, least, most);
        if (value != Math.rint(value)) {
            throw wrong(name, text, "an integer");
        }
        return value;
    }

    private static double number(String name, String text, double least, double most) {
        double value;
        try {
            value = Double.parseDouble(text.strip().replace(",", "").replace("_", ""));
        } catch (NumberFormatException notANumber) {
            AdviseException wrong = wrong(name, text, "a number without unit");
            wrong.initCause(notANumber);
            throw wrong;
        }
        return within(name, text, value, least, most);
    }

    private static double within(String name, String text, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw wrong(
                    name,
                    text,
                    least == Double.MIN_NORMAL
                            ? "a number above 0, at most " + (long) most
                            : "a number from " + (long) least + " to " + (long) most);
        }
        return value;
    }

    private static AdviseException wrong(String name, String text, String takes) {
        return new AdviseException(name + " cannot be \"" + text + "\". It takes " + takes);
    }
}
