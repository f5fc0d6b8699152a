package dev.gearbox.cli;

import dev.gearbox.lab.workload.JvmLaunch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Command lines of programs that tests start, on the module path of the test itself. */
public final class Programs {
    private Programs() {}

    /** The {@code java} command of this JDK. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The {@code java} command with options for a JVM that lives for seconds: the optimising compiler would cost more than it saves. */
    public static List<String> quickStart() {
        return List.of(java(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    }

    /** The module path of this test. */
    public static String modulePath() {
        return System.getProperty("jdk.module.path", "");
    }

    /** The command line of a program on the module path of this test, as the lab starts its programs. */
    public static List<String> java(String module, String main, List<String> words) {
        List<String> command = new ArrayList<>(quickStart());
        command.addAll(new JvmLaunch.InModule(module, main).options());
        command.addAll(words);
        return command;
    }

    /** The folder of the launcher: the parent of the working directory. */
    public static Path root() {
        Path start = Path.of("").toAbsolutePath();
        return IntStream.rangeClosed(0, start.getNameCount())
                .mapToObj(up -> start.resolve("../".repeat(up)).normalize())
                .filter(folder -> Files.isExecutable(folder.resolve("gearbox")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no launcher above " + start));
    }

    /** Whether a folder is a module of this build, and not one of the examples, which are projects of their own. */
    public static boolean isModule(Path folder) {
        Path pom = folder.resolve("pom.xml");
        return Files.isRegularFile(pom) && MarkdownFiles.text(pom).contains("<artifactId>gearbox</artifactId>");
    }
}
