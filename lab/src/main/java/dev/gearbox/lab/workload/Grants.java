package dev.gearbox.lab.workload;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The permissions that modules need from the JVM, such as native access: options of {@code java}, one per line, which each module lists in its
 * {@value #FILE}. A child process gets those of the modules that it resolves, because the JVM warns about any other.
 */
final class Grants {
    private static final String FILE = "META-INF/gearbox/grants.args";

    private static final Map<String, List<String>> BY_ROOT = new ConcurrentHashMap<>();

    private Grants() {}

    /**
     * Returns the options for a JVM whose main class is in a module.
     *
     * @param root the module, on that module path
     */
    static List<String> of(String root, String modulePath) {
        return BY_ROOT.computeIfAbsent(root, _ -> ofModules(modules(root, modulePath)));
    }

    /** Returns the options for a JVM that runs from the class path of this one, where all code is in the unnamed module. */
    static List<String> onClassPath() {
        List<String> lines = new ArrayList<>();
        try {
            for (URL file : Collections.list(ClassLoader.getSystemResources(FILE))) {
                lines.addAll(lines(file.openStream()));
            }
            return onClassPath(lines);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static List<String> onClassPath(List<String> lines) {
        return lines.stream()
                .map(line -> line.substring(0, at(line)) + "ALL-UNNAMED")
                .distinct()
                .toList();
    }

    /** A module may list an option for a library that the child does not need. */
    private static List<String> ofModules(Set<ResolvedModule> modules) {
        List<String> lines = modules.stream()
                .map(ResolvedModule::reference)
                .map(Grants::lines)
                .flatMap(List::stream)
                .sorted()
                .toList();
        return those(lines, modules.stream().map(ResolvedModule::name).collect(Collectors.toUnmodifiableSet()));
    }

    static List<String> those(List<String> lines, Set<String> modules) {
        return lines.stream()
                .filter(line -> modules.contains(line.substring(at(line))))
                .toList();
    }

    /** Returns the index at which the name of the module begins. */
    private static int at(String line) {
        return line.lastIndexOf('=') + 1;
    }

    /** Resolves modules like the JVM: those that the root requires, and the providers of services that one of them uses. */
    private static Set<ResolvedModule> modules(String root, String modulePath) {
        Path[] path = Stream.of(modulePath.split(File.pathSeparator, -1))
                .map(Path::of)
                .toArray(Path[]::new);
        ModuleFinder all = ModuleFinder.compose(ModuleFinder.ofSystem(), ModuleFinder.of(path));
        return Configuration.empty()
                .resolveAndBind(all, ModuleFinder.of(), Set.of(root))
                .modules();
    }

    private static List<String> lines(ModuleReference module) {
        try (ModuleReader reader = module.open()) {
            Optional<InputStream> file = reader.open(FILE);
            return file.isPresent() ? lines(file.get()) : List.of();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<String> lines(InputStream file) throws IOException {
        try (var in = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return in.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }
}
