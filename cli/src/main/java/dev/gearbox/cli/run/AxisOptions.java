package dev.gearbox.cli.run;

import static dev.gearbox.cli.terminal.OptionValues.given;

import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Values for the axes of workloads, in place of their own. */
final class AxisOptions {
    private static final String CONNECTIONS = "connections";

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Number of connections, instead of the workload's own.")
    private @Nullable String connections;

    @Option(
            names = "--set",
            paramLabel = "AXIS=VALUE[,VALUE]",
            description =
                    "Other values for an axis of the workload, for example rate=40000 or bytes=64,16384. May be repeated.")
    private List<String> axes = new ArrayList<>();

    /** The names of all given options. */
    Stream<String> chosen() {
        return Stream.of(connections(), given("--set", !axes.isEmpty())).flatMap(Optional::stream);
    }

    /** The name of the option for connections, if it is given. */
    Optional<String> connections() {
        return given("--connections", connections != null);
    }

    /** Whether {@code --set} names this axis. */
    boolean sets(String axis) {
        return axes.stream().anyMatch(each -> each.startsWith(axis + "="));
    }

    /**
     * The values by axis.
     *
     * @throws UsageException if they cannot be read, or two options set the same axis
     */
    Map<String, List<String>> overrides() {
        Map<String, List<String>> overrides = new LinkedHashMap<>();
        if (connections != null) {
            overrides.put(
                    CONNECTIONS,
                    List.of(Long.toString(OptionValues.integer("--connections", connections, 1, 1_000_000))));
        }
        for (String each : axes) {
            int equals = each.indexOf('=');
            List<String> values = List.of(each.substring(equals + 1).split(",", -1));
            if (equals < 1 || values.contains("")) {
                throw new UsageException(
                        "--set cannot be \"" + each + "\". It takes an axis and its values: rate=20000,40000");
            }
            if (overrides.put(each.substring(0, equals), values) != null) {
                throw new UsageException(
                        "two options set " + each.substring(0, equals) + ". Combine them: --set connections=100,1000");
            }
        }
        return overrides;
    }
}
