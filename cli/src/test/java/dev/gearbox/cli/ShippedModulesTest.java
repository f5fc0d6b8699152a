package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The module path of the shipped program is complete. Tests of a module have additional jars on their class path, where an automatic module finds them; the
 * program has no class path.
 */
final class ShippedModulesTest {
    private static final String OURS = "dev.gearbox.";

    /** Jars of annotations, which are not needed at run time. */
    private static final Set<String> NOT_NEEDED = Set.of("org.jspecify");

    /** The folder of the servers that are not ours, which only the JVM of such a server has on its module path. */
    private static final Path SERVERS = Shipped.APP.resolve("servers");

    private final ModuleFinder app = ModuleFinder.of(Shipped.APP, SERVERS);
    private final Map<String, ModuleDescriptor> modules = app.findAll().stream()
            .map(ModuleReference::descriptor)
            .collect(Collectors.toMap(ModuleDescriptor::name, Function.identity(), (one, _) -> one, TreeMap::new));

    /** The modules that the JVM resolves for the main module. */
    private Set<String> resolved(String root) {
        return Configuration.resolveAndBind(app, List.of(Configuration.empty()), ModuleFinder.ofSystem(), Set.of(root))
                .modules()
                .stream()
                .map(ResolvedModule::name)
                .collect(Collectors.toSet());
    }

    private static Set<String> names(Path folder) {
        return ModuleFinder.of(folder).findAll().stream()
                .map(found -> found.descriptor().name())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void whatever_is_shipped_is_resolved() {
        Set<String> unresolved = names(Shipped.APP);
        unresolved.removeAll(resolved("dev.gearbox.cli"));
        unresolved.removeAll(NOT_NEEDED);
        assertThat(unresolved)
                .as("jars that the launcher's JVM does not see: require them, or do not ship them")
                .isEmpty();
    }

    @Test
    void whatever_is_shipped_for_a_server_that_is_not_ours_is_resolved_by_it_alone() {
        Set<String> unresolved = names(SERVERS);
        assertThat(unresolved).hasSizeGreaterThan(40);
        Set<String> lab = ModuleFinder.of(Shipped.APP).findAll().stream()
                .map(found -> found.descriptor().name())
                .collect(Collectors.toSet());
        assertThat(lab).as("on the module path of the launcher").doesNotContainAnyElementsOf(unresolved);
        names(SERVERS).stream().filter(name -> name.startsWith(OURS)).forEach(server -> {
            Set<String> needed = resolved(server);
            assertThat(needed).as(server).noneMatch(name -> name.startsWith("dev.gearbox.lab"));
            unresolved.removeAll(needed);
        });
        assertThat(unresolved)
                .as("jars that no server's JVM sees: do not ship them")
                .isEmpty();
    }

    @Test
    void who_requires_a_module_that_does_not_say_what_it_needs_requires_that_too() {
        Map<String, Set<String>> needs = new TreeMap<>();
        List<String> missing = new ArrayList<>();
        for (ModuleDescriptor ours : modules.values()) {
            if (!ours.name().startsWith(OURS)) {
                continue;
            }
            Set<String> seen = resolved(ours.name());
            for (Requires required : ours.requires()) {
                ModuleDescriptor other = modules.get(required.name());
                if (other != null && other.isAutomatic()) {
                    Set<String> needed = new TreeSet<>(needs.computeIfAbsent(other.name(), this::needs));
                    needed.removeAll(seen);
                    needed.removeAll(NOT_NEEDED);
                    needed.forEach(
                            each -> missing.add(ours.name() + " requires " + other.name() + ", which needs " + each));
                }
            }
        }
        assertThat(needs).isNotEmpty();
        assertThat(missing).isEmpty();
    }

    /** The modules whose classes an automatic module refers to, as jdeps finds them. */
    private Set<String> needs(String automatic) {
        Path jar = Path.of(app.find(automatic).orElseThrow().location().orElseThrow());
        StringWriter said = new StringWriter();
        int code = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        new PrintWriter(said),
                        new PrintWriter(said),
                        "--multi-release",
                        "base",
                        "--ignore-missing-deps",
                        "-summary",
                        "-cp",
                        Shipped.APP + "/*" + File.pathSeparator + SERVERS + "/*",
                        jar.toString());
        assertThat(code).as(said.toString()).isZero();
        Set<String> needs = new TreeSet<>();
        Pattern.compile("(?m)^" + Pattern.quote(jar.getFileName().toString()) + " -> (.*)$")
                .matcher(said.toString())
                .results()
                .map(line -> line.group(1))
                .forEach(on -> module(on).ifPresent(needs::add));
        return needs;
    }

    /** The module that jdeps denotes by a module name, a jar's path, or neither. */
    private Optional<String> module(String on) {
        if (!on.endsWith(".jar")) {
            return ModuleFinder.ofSystem().find(on).map(found -> on);
        }
        Path jar = Path.of(on).getFileName();
        return app.findAll().stream()
                .filter(each ->
                        Path.of(each.location().orElseThrow()).getFileName().equals(jar))
                .map(each -> each.descriptor().name())
                .findFirst();
    }
}
