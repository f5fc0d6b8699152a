package dev.gearbox.lab.external;

import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.probe.ExecutableFinder;
import dev.gearbox.lab.probe.ProcessTree;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An external server, in any language: a command that listens on the port inserted for {@code {port}}. As a {@link Subject} it is started on the server's
 * processors by a guardian ({@link ExternalMain}), and measured from outside with all its processes ({@link ProcessTree}).
 *
 * @param label its name in tables
 * @param command its words; {@code {port}}, {@code {folder}}, {@code {protocol}} and {@code {processors}} are filled in
 *     at the start
 * @param environment variables added to the lab's own environment, with the same placeholders
 * @param folder where it was built; for a user's own command, where Gearbox was started
 * @param version its version, or that of the compiler that built it; may be empty
 * @param abilities the features that a workload may require
 * @param within the time limit until it listens
 */
public record External(
        String label,
        List<String> command,
        Map<String, String> environment,
        Path folder,
        String version,
        Set<String> abilities,
        Duration within) {
    /** Less than the lab's own patience with a child, so that the guardian reports the failure. */
    static final Duration WITHIN = Duration.ofSeconds(20);

    /**
     * Copies the collections.
     *
     * @throws LabException if the command is empty or lacks {@code {port}}
     */
    public External {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        abilities = Set.copyOf(abilities);
        if (command.isEmpty()) {
            throw new LabException(label + " has no command. Give one: external:mine=./server --port {port}");
        }
        if (command.stream().noneMatch(word -> word.contains(ExternalArguments.PORT))
                && environment.values().stream().noneMatch(value -> value.contains(ExternalArguments.PORT))) {
            throw new LabException(
                    label + ": the command has no {port}. Write {port} in place of the port to listen on");
        }
    }

    /**
     * Returns it as a subject.
     *
     * @throws LabException if its program, or one that is needed to guard it, does not exist
     */
    public Subject subject() {
        String first = command.getFirst().replace(ExternalArguments.FOLDER, folder.toString());
        for (String program : List.of(first, "setsid", "sh")) {
            if (ExecutableFinder.program(program).isEmpty()) {
                throw new LabException(
                        label + ": there is no program \"" + program + "\". Install it, or give its path");
            }
        }
        List<String> arguments = new ArrayList<>(List.of("--label", label, "--version", version));
        arguments.addAll(List.of("--within-millis", Long.toString(within.toMillis())));
        new TreeMap<>(environment).forEach((name, value) -> arguments.addAll(List.of("--set", name + "=" + value)));
        command.forEach(word -> arguments.addAll(List.of("--word", word)));
        return new Subject(
                label,
                new JvmLaunch.Guarding(folder, ExternalMain.class.getName()),
                arguments,
                // Options of the guardian: it does almost nothing, and must not compile while the program is measured.
                List.of("-Xms8m", "-Xmx32m", "-XX:TieredStopAtLevel=1"),
                abilities);
    }
}
