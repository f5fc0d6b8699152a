package dev.gearbox.lab.workload;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the JVM allows some modules and nobody else, such as calling the system: the lines of {@code grants.args}, which the launcher takes
 * too. The JVM complains of a module that it does not have, so a child is told only of those that it will have.
 */
final class Grants {
    private static final String FILE = "grants.args";

    private static final List<String> LINES = read();

    private static final Map<String, List<String>> BY_ROOT = new ConcurrentHashMap<>();

    private Grants() {}

    /**
     * The options for a JVM whose main class is in a module.
     *
     * @param root the module, on the module path of this JVM
     */
    static List<String> of(String root) {
        return BY_ROOT.computeIfAbsent(root, _ -> those(LINES, modules(root)));
    }

    /** The options for a JVM that runs from a class path, where all code is of one unnamed module. */
    static List<String> onClassPath() {
        return onClassPath(LINES);
    }

    static List<String> onClassPath(List<String> lines) {
        return lines.stream()
                .map(line -> line.substring(0, at(line)) + "ALL-UNNAMED")
                .distinct()
                .toList();
    }

    static List<String> those(List<String> lines, Set<String> modules) {
        return lines.stream()
                .filter(line -> modules.contains(line.substring(at(line))))
                .toList();
    }

    /** Where the name of the module begins. */
    private static int at(String line) {
        return line.lastIndexOf('=') + 1;
    }

    /** As the JVM itself will choose them: what the root needs, and whoever provides a service that one of them uses. */
    private static Set<String> modules(String root) {
        Path[] path = Stream.of(System.getProperty("jdk.module.path", "").split(File.pathSeparator, -1))
                .map(Path::of)
                .toArray(Path[]::new);
        ModuleFinder all = ModuleFinder.compose(ModuleFinder.ofSystem(), ModuleFinder.of(path));
        return Configuration.empty().resolveAndBind(all, ModuleFinder.of(), Set.of(root)).modules().stream()
                .map(ResolvedModule::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<String> read() {
        try (InputStream in = Grants.class.getResourceAsStream("/dev/gearbox/lab/" + FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not in the jar");
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
