package dev.gearbox.engines.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a JDK program, as users run it. */
final class JdkTool {
    private JdkTool() {}

    /** Its output lines. */
    record Said(List<String> out, List<String> err) {}

    /** The jars and folders of classes that this test runs on, without those of tests: what users have. */
    static List<String> jars() {
        return Stream.of("jdk.module.path", "java.class.path")
                .flatMap(property -> Stream.of(System.getProperty(property, "").split(File.pathSeparator, -1)))
                .filter(entry -> !entry.isEmpty() && !entry.contains("test-classes") && !entry.contains("surefire"))
                .distinct()
                .toList();
    }

    /** Waits for its end, which must be successful. */
    static Said run(String name, List<String> arguments) throws IOException, InterruptedException {
        return run(Path.of(""), name, arguments);
    }

    /** As {@link #run(String, List)}, in another working directory. */
    static Said run(Path folder, String name, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", name).toString());
        // It runs for a moment, so the optimising compiler costs more than it saves.
        String vm = name.equals("java") ? "" : "-J";
        command.addAll(List.of(vm + "-XX:TieredStopAtLevel=1", vm + "-XX:+UseSerialGC"));
        command.addAll(arguments);
        Path out = Files.createTempFile("gearbox-", ".out");
        Path err = Files.createTempFile("gearbox-", ".err");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toAbsolutePath().toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            try {
                assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(name).isTrue();
            } finally {
                process.destroyForcibly();
            }
            Said said = new Said(Files.readAllLines(out), Files.readAllLines(err));
            assertThat(process.exitValue()).as("%s said %s", name, said.err()).isZero();
            return said;
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
