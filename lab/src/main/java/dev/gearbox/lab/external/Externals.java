package dev.gearbox.lab.external;

import dev.gearbox.data.UnknownNames;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.machine.UserCache;
import dev.gearbox.lab.workload.Subject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds external servers by their specification on the command line.
 * <pre>
 *   external:NAME                              an example that comes with the study
 *   external:LABEL=./server --port {port}      any command
 * </pre>
 *
 * @param examples the examples that come with the study
 * @param vouched the features that a user's own command is assumed to have: naming it for a workload asserts them
 */
public record Externals(List<ExternalExample> examples, Set<String> vouched) {
    private static final String PREFIX = "external:";
    private static final Pattern SPEC =
            Pattern.compile(PREFIX + "(?<name>[A-Za-z0-9][A-Za-z0-9._+-]*)(?:=(?<command>.*))?", Pattern.DOTALL);

    /** Copies the collections. */
    public Externals {
        examples = List.copyOf(examples);
        vouched = Set.copyOf(vouched);
    }

    /** Returns whether this specifies an external server. */
    public static boolean asked(String spec) {
        return spec.startsWith(PREFIX);
    }

    /**
     * Returns its name in tables.
     *
     * @throws LabException when it cannot be read
     */
    public static String label(String spec) {
        return PREFIX + parsed(spec).group("name");
    }

    /** Returns why an example cannot run here, by its spec; empty if it can, and for a user's own command. */
    public Optional<String> absence(String spec) {
        return examples.stream()
                .filter(one -> label(spec).equals(PREFIX + one.name()))
                .findFirst()
                .flatMap(ExternalExample::absence);
    }

    /**
     * Checks that it can run here, without building it.
     *
     * @throws LabException if it cannot; the message says why
     */
    public void check(String spec) {
        Matcher parts = parsed(spec);
        if (parts.group("command") == null) {
            example(parts.group("name")).require(label(spec));
        }
    }

    /**
     * Returns the subject, building it if necessary.
     *
     * @throws LabException if it cannot be parsed, there is no such example, or it cannot run here; the message says why
     */
    public Subject subject(String spec) {
        Matcher parts = parsed(spec);
        String label = label(spec);
        String command = parts.group("command");
        if (command != null) {
            return new External(
                            label,
                            CommandWords.split(command),
                            Map.of(),
                            Path.of("").toAbsolutePath(),
                            "",
                            vouched,
                            External.WITHIN)
                    .subject();
        }
        return example(parts.group("name"))
                .ready(UserCache.folder("externals"), label)
                .subject();
    }

    private ExternalExample example(String name) {
        Optional<ExternalExample> found =
                examples.stream().filter(one -> one.name().equals(name)).findFirst();
        return found.orElseThrow(() -> new LabException(UnknownNames.unknown(
                        "external",
                        name,
                        examples.stream().map(ExternalExample::name).toList())
                + "; or give a command: external:" + name + "=./server {port}"));
    }

    private static Matcher parsed(String spec) {
        Matcher matcher = SPEC.matcher(spec);
        if (!matcher.matches()) {
            throw new LabException("\"" + spec
                    + "\" names no external subject. Name an example (gearbox externals lists them), or give a label"
                    + " and a command: external:mine=./server --port {port}");
        }
        return matcher;
    }
}
