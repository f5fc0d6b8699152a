package dev.gearbox.engines.linux.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Without the flags that it needs, the model is listed and says which are missing; it is not started, and not replaced by another. */
class VirtualLoopAbsenceTest {
    private static final String NATIVE = "--enable-native-access=dev.gearbox.engines.linux";
    private static final String OPENS = "--add-opens=java.base/java.lang=dev.gearbox.engines.linux";

    /** In a separate JVM: what the model says, and what happens on a start. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) {
            Engines.models().stream()
                    .filter(model -> model.card().name().equals("virtual-loop"))
                    .forEach(model -> System.out.println(model.absence().orElse("present")));
            try (var engine = Engines.start("virtual-loop")) {
                System.out.println(engine.backend());
            } catch (BadSpecException absent) {
                System.out.println(absent.getMessage());
            }
        }
    }

    private static List<String> child(String... flags) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of(
                "--module-path",
                System.getProperty("jdk.module.path"),
                "--patch-module",
                "dev.gearbox.engines.linux=" + Path.of("target", "test-classes"),
                "-m",
                "dev.gearbox.engines.linux/" + Child.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.outputWriter().close();
        try (var output = process.inputReader()) {
            return output.lines().toList();
        } finally {
            process.waitFor();
        }
    }

    @Test
    void withoutAFlagItSaysWhichOne() throws Exception {
        assertThat(child(NATIVE)).hasSize(2).allSatisfy(line -> assertThat(line).contains(OPENS));
        assertThat(child(OPENS)).hasSize(2).allSatisfy(line -> assertThat(line).contains(NATIVE));
    }

    @Test
    void withBothItIsThere() throws Exception {
        assertThat(child(NATIVE, OPENS))
                .hasSize(2)
                .startsWith("present")
                .last()
                .asString()
                .startsWith("epoll, edge");
    }
}
