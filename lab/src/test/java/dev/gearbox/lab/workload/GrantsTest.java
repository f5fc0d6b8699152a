package dev.gearbox.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A child process gets the grants of its modules, and none for modules that it does not have. */
final class GrantsTest {
    private static final String MODULE_PATH = System.getProperty("jdk.module.path", "");
    private static final String CALLS = "--enable-native-access=a.b";
    private static final String LOOKS = "--add-opens=java.base/java.lang=c";

    @Test
    void a_line_is_for_the_module_that_it_names_last() {
        List<String> lines = List.of(CALLS, LOOKS);
        assertThat(Grants.those(lines, Set.of("a.b"))).containsExactly(CALLS);
        assertThat(Grants.those(lines, Set.of("c", "java.base"))).containsExactly(LOOKS);
        assertThat(Grants.those(lines, Set.of("a"))).isEmpty();
    }

    @Test
    void on_a_class_path_each_is_given_to_all() {
        assertThat(Grants.onClassPath(List.of(CALLS, "--enable-native-access=d", LOOKS)))
                .containsExactly("--enable-native-access=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED");
    }

    @Test
    void a_module_that_the_child_has_not_is_not_named() {
        assertThat(Grants.of("dev.gearbox.load", MODULE_PATH))
                .containsExactlyInAnyOrder(
                        "--enable-native-access=dev.gearbox.load",
                        "--enable-native-access=dev.gearbox.engines.linux",
                        "--add-opens=java.base/java.lang=dev.gearbox.engines.linux");
        assertThat(Grants.of("dev.gearbox.lab", MODULE_PATH))
                .contains("--enable-native-access=dev.gearbox.load", "--enable-native-access=dev.gearbox.subject");
    }

    @Test
    @Timeout(600)
    void the_childs_jvm_has_nothing_to_complain_of() throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(new JvmLaunch.InModule("dev.gearbox.load", "dev.gearbox.load.process.GeneratorMain").options());
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        child.getOutputStream().close();
        assertThat(new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("no plan: ")
                .hasLineCount(1);
        assertThat(child.waitFor(120, TimeUnit.SECONDS)).isTrue();
    }
}
