package dev.gearbox.testkit;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of virtual machines that see the modules and classes that this one sees. */
final class Children {
    /** {@code module=folder}: classes that children see instead of the module's own, and their children too. */
    static final String PATCH_PROPERTY = "gearbox.patch";

    private static final String PATCH = System.getProperty(PATCH_PROPERTY, "");

    private Children() {}

    /**
     * @param flags of the virtual machine, besides paths
     * @param main a class of this module
     */
    static List<String> java(List<String> flags, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Small and quick to start: a child lives for seconds.
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        command.addAll(grants());
        command.addAll(flags);
        String modules = System.getProperty("jdk.module.path", "");
        if (!modules.isEmpty()) {
            command.addAll(List.of("--module-path", modules, "--add-modules", "ALL-MODULE-PATH"));
        }
        command.addAll(List.of("--class-path", System.getProperty("java.class.path", "")));
        if (!PATCH.isEmpty()) {
            command.add("--patch-module=" + PATCH);
            command.add("-D" + PATCH_PROPERTY + "=" + PATCH);
        }
        command.add(main);
        command.addAll(arguments);
        return command;
    }

    /** What this virtual machine was started to allow, its engines need in a child as well: native calls and the JDK's own packages. */
    private static List<String> grants() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--enable-native-access=") || flag.startsWith("--add-opens="))
                .toList();
    }

    /** What this virtual machine finds classes in. */
    static List<Path> path() {
        List<Path> path = new ArrayList<>();
        for (String property : List.of("jdk.module.path", "java.class.path")) {
            for (String entry : System.getProperty(property, "").split(File.pathSeparator, -1)) {
                if (!entry.isEmpty()) {
                    path.add(Path.of(entry));
                }
            }
        }
        return path;
    }
}
