package dev.gearbox.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of programs that tests start, on the module path of the test itself. */
final class Programs {
    private Programs() {}

    /** The {@code java} of this JDK. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The modules of this test. */
    static String modulePath() {
        return System.getProperty("jdk.module.path", "");
    }

    static List<String> java(String main, List<String> words) {
        List<String> command = new ArrayList<>(List.of(
                java(),
                "-XX:+UseSerialGC",
                "--enable-native-access=dev.gearbox.load,dev.gearbox.lab,io.netty.common",
                "-p",
                modulePath(),
                "-m",
                main));
        command.addAll(words);
        return command;
    }
}
