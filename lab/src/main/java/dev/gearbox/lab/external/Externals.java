package dev.gearbox.lab.external;

import dev.gearbox.data.UnknownNames;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Subject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Servers of others by the words with which a person asks for them.
 * <pre>
 *   external:NAME                              an example that comes with the study
 *   external:LABEL=./server --port {port}      any command
 * </pre>
 *
 * @param examples those that come with the study
 * @param vouched what a command of a person's own is taken to be able to do: whoever names it for a workload says so
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

    /** Whether that asks for a server of others. */
    public static boolean asked(String spec) {
        return spec.startsWith(PREFIX);
    }

    /**
     * What tables call it.
     *
     * @throws LabException when it cannot be read
     */
    public static String label(String spec) {
        return PREFIX + parsed(spec).group("name");
    }

    /** Why an example cannot run here, by its spec; empty if it can, and for a command of a person's own. */
    public Optional<String> absence(String spec) {
        return examples.stream()
                .filter(one -> label(spec).equals(PREFIX + one.name()))
                .findFirst()
                .flatMap(ExternalExample::absence);
    }

    /**
     * Whether it can run here, without building it.
     *
     * @throws LabException when it cannot; the reason is told
     */
    public void check(String spec) {
        Matcher parts = parsed(spec);
        if (parts.group("command") == null) {
            example(parts.group("name")).require(label(spec));
        }
    }

    /**
     * The subject, built if it has to be.
     *
     * @throws LabException when it cannot be read, there is no such example, or it cannot run here; the reason is told
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
        return example(parts.group("name")).ready(builds(), label).subject();
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

    /** Where the person keeps what can be made again. */
    private static Path builds() {
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path home = cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return home.resolve("gearbox").resolve("externals");
    }
}
