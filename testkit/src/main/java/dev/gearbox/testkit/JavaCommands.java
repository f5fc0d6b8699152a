package dev.gearbox.testkit;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Command lines of child JVMs that see the same modules and classes as this one. */
public final class JavaCommands {
    /** {@code module=folder}: classes that children, and their children, see instead of the module's own. */
    public static final String PATCH_PROPERTY = "gearbox.patch";

    private static final String PATCH = System.getProperty(PATCH_PROPERTY, "");

    private JavaCommands() {}

    /**
     * Returns the command line of a child.
     *
     * @param flags of the JVM, in addition to paths
     * @param main a class of this module
     */
    public static List<String> java(List<String> flags, String main, List<String> arguments) {
        return java(
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""),
                flags,
                main,
                arguments);
    }

    /** As above, with all classes in jars, as in an installed program: a folder of classes takes a descriptor for each class. */
    public static List<String> packed(Path jars, String main, List<String> arguments) throws IOException {
        return java(packed(jars, "jdk.module.path"), packed(jars, "java.class.path"), List.of(), main, arguments);
    }

    private static String packed(Path jars, String property) throws IOException {
        List<String> packed = new ArrayList<>();
        String[] entries = System.getProperty(property, "").split(File.pathSeparator, -1);
        for (int index = 0; index < entries.length; index++) {
            Path folder = Path.of(entries[index]);
            if (entries[index].isEmpty() || !Files.isDirectory(folder)) {
                packed.add(entries[index]);
            } else {
                Path jar = jars.resolve(property + index + ".jar");
                pack(folder, jar);
                packed.add(jar.toString());
            }
        }
        return String.join(File.pathSeparator, packed);
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(folder)) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    /** Packs a folder of files. */
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static List<String> java(
            String modules, String classes, List<String> flags, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Small and quick to start: a child lives for seconds.
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        command.addAll(grants());
        command.addAll(flags);
        if (!modules.isEmpty()) {
            command.addAll(List.of("--module-path", modules, "--add-modules", "ALL-MODULE-PATH"));
        }
        command.addAll(List.of("--class-path", classes));
        if (!PATCH.isEmpty()) {
            command.add("--patch-module=" + PATCH);
            command.add("-D" + PATCH_PROPERTY + "=" + PATCH);
        }
        command.add(main);
        command.addAll(arguments);
        return command;
    }

    /** Returns the access flags of this JVM, which its engines need in a child as well: native calls and the JDK's own packages. */
    private static List<String> grants() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--enable-native-access=") || flag.startsWith("--add-opens="))
                .toList();
    }

    /** Returns the flags by which this JVM finds classes. */
    public static List<Path> path() {
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
