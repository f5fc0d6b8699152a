package dev.gearbox.engines.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engines;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What users have: jars, javac and java, without the settings of this build. {@code src/test/outside} is compiled and run on the class path and on the module
 * path, with the same result; where a third-party jar is missing, the engines that need it say so and all others run.
 */
@Tag("deep")
final class OutsideTest {
    private static final long SEED = Long.getLong("gearbox.seed", System.nanoTime());
    private static final Path SOURCES = Path.of("src", "test", "outside").toAbsolutePath();
    private static final List<String> OTHERS =
            List.of("shift works", "tls works", "http works", "micrometer works", "testkit works");
    /** The flags that the README gives to users of the class path. */
    private static final List<String> CLASS_PATH_GRANTS =
            List.of("--enable-native-access=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED");

    private static final List<String> MODULE_PATH_GRANTS = List.of(
            "--enable-native-access=dev.gearbox.engines.linux,io.netty.common",
            "--add-opens=java.base/java.lang=dev.gearbox.engines.linux");

    /** The smallest change: one of these jars is missing. */
    private static final List<String> NEEDED = List.of(
            "netty-common-",
            "netty-buffer-",
            "netty-resolver-",
            "netty-transport-[0-9]",
            "netty-transport-classes-epoll",
            "netty-transport-classes-io_uring",
            "netty-transport-native-unix-common",
            "netty-transport-native-epoll",
            "netty-transport-native-io_uring",
            "slf4j-api");

    @TempDir
    static Path work;

    private static List<String> jars = List.of();
    private static String keys = "";

    @BeforeAll
    static void compile() throws Exception {
        jars = JdkTool.jars();
        keys = work.resolve("keys.p12").toString();
        JdkTool.run(
                "keytool",
                List.of(
                        ("-genkeypair -alias server -keyalg EC -dname CN=localhost -storetype PKCS12 -storepass password"
                                        + " -keystore " + keys)
                                .split(" ", -1)));
        String program = SOURCES.resolve("Outside.java").toString();
        String module = SOURCES.resolve("module-info.java").toString();
        JdkTool.run("javac", List.of("-d", folder("plain"), "--class-path", path(jars), program));
        JdkTool.run("javac", List.of("-d", folder("modular"), "--module-path", path(jars), program, module));
    }

    private static String folder(String name) {
        return work.resolve(name).toString();
    }

    private static String path(List<String> entries) {
        return String.join(File.pathSeparator, entries);
    }

    private static JdkTool.Said onClassPath(List<String> entries, List<String> grants, String... arguments)
            throws Exception {
        List<String> command = new ArrayList<>(grants);
        command.addAll(List.of(
                "--class-path",
                path(Stream.concat(entries.stream(), Stream.of(folder("plain"))).toList()),
                "outside.Outside"));
        command.addAll(List.of(arguments));
        return JdkTool.run("java", command);
    }

    /** Each engine that can run here echoes; the test's own JVM, which has all grants, knows which those are. */
    private static List<String> echoes() {
        return Engines.models().stream()
                .filter(model -> model.absence().isEmpty())
                .map(model -> model.card().name() + " echoes")
                .toList();
    }

    @Test
    void on_the_class_path_every_engine_runs_and_all_that_goes_with_them() throws Exception {
        JdkTool.Said said = onClassPath(jars, CLASS_PATH_GRANTS, keys);
        assertThat(said.out()).containsAll(echoes()).containsAll(OTHERS);
        assertThat(said.err()).noneMatch(OutsideTest::isJvmWarning);
    }

    @Test
    void on_the_module_path_they_do_the_same() throws Exception {
        List<String> command = new ArrayList<>(MODULE_PATH_GRANTS);
        command.addAll(List.of("--module-path", path(jars) + File.pathSeparator + folder("modular")));
        command.addAll(List.of("--module", "outside/outside.Outside", keys));
        JdkTool.Said said = JdkTool.run("java", command);
        assertThat(said.out()).containsAll(echoes()).containsAll(OTHERS);
        assertThat(said.err()).noneMatch(OutsideTest::isJvmWarning);
    }

    /** Warnings about restricted calls: that they were made all the same, or will be blocked in the future. */
    private static boolean isJvmWarning(String line) {
        return line.startsWith("WARNING: A restricted method") || line.startsWith("WARNING: A terminally deprecated");
    }

    @Test
    void without_grants_an_engine_says_which_it_takes_and_the_jvm_has_nothing_to_warn_of() throws Exception {
        JdkTool.Said said = onClassPath(jars, List.of());
        assertThat(said.out())
                .contains("selector echoes", "netty-nio echoes", "mina echoes")
                .contains("epoll cannot run here: native access is not granted. Start java with"
                        + " --enable-native-access=ALL-UNNAMED");
        assertThat(said.err()).noneMatch(OutsideTest::isJvmWarning);
    }

    @Test
    void without_grants_on_the_module_path_the_reason_names_the_module() throws Exception {
        List<String> command = List.of(
                "--module-path",
                path(jars) + File.pathSeparator + folder("modular"),
                "--module",
                "outside/outside.Outside");
        JdkTool.Said said = JdkTool.run("java", command);
        assertThat(said.out())
                .contains("selector echoes")
                .contains("epoll cannot run here: native access is not granted. Start java with"
                        + " --enable-native-access=dev.gearbox.engines.linux")
                .contains("netty-epoll cannot run here: native access is not granted. Start java with"
                        + " --enable-native-access=io.netty.common");
        assertThat(said.err()).noneMatch(OutsideTest::isJvmWarning);
    }

    /** What the README says of executable jars: {@code java -jar} with no further option. */
    @Test
    void the_manifest_of_an_executable_jar_grants_the_same() throws Exception {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, "outside.Outside");
        main.put(
                Attributes.Name.CLASS_PATH,
                Stream.concat(jars.stream(), Stream.of(folder("plain")))
                        .map(entry -> Path.of(entry).toUri().toString())
                        .collect(Collectors.joining(" ")));
        main.putValue("Enable-Native-Access", "ALL-UNNAMED");
        main.putValue("Add-Opens", "java.base/java.lang");
        Path jar = work.resolve("program.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        JdkTool.Said said = JdkTool.run("java", List.of("-jar", jar.toString()));
        assertThat(said.out()).containsAll(echoes());
        assertThat(said.err()).noneMatch(OutsideTest::isJvmWarning);
    }

    @Test
    void without_netty_and_mina_theirs_say_so_and_the_others_run() throws Exception {
        List<String> left = without("netty-|mina-core");
        List<String> out = onClassPath(left, CLASS_PATH_GRANTS).out();
        assertThat(out)
                .contains(
                        "netty-nio cannot run here: netty-common is on neither path (no class io.netty.util.Version)",
                        "mina cannot run here: mina-core is on neither path (no class"
                                + " org.apache.mina.core.service.IoProcessor)")
                .containsAll(echoes().stream()
                        .filter(line -> !line.contains("netty") && !line.contains("mina"))
                        .toList());
    }

    @Test
    void without_one_of_their_jars_the_reason_names_it() throws Exception {
        List<String> gone = new ArrayList<>(NEEDED);
        SplittableRandom random = new SplittableRandom(SEED);
        while (!Boolean.getBoolean("gearbox.deep") && gone.size() > 2) {
            gone.remove(random.nextInt(gone.size()));
        }
        for (String jar : gone) {
            List<String> out = onClassPath(without(jar), CLASS_PATH_GRANTS).out();
            String artifact = jar.replaceFirst("-(\\[0-9])?$", "");
            assertThat(out)
                    .as("without %s (-Dgearbox.seed=%d)", jar, SEED)
                    .hasSameSizeAs(Engines.models())
                    .contains("selector echoes")
                    .anyMatch(
                            line -> line.contains(" cannot run here: ") && line.contains(artifact + " is on neither"));
            assertThat(out)
                    .as("without %s (-Dgearbox.seed=%d)", jar, SEED)
                    .allMatch(line -> line.endsWith(" echoes") || line.contains(artifact));
        }
    }

    private static List<String> without(String expression) {
        List<String> left = jars.stream()
                .filter(entry -> !Path.of(entry).getFileName().toString().matches("(" + expression + ").*"))
                .toList();
        assertThat(left).hasSizeLessThan(jars.size());
        return left;
    }

    @Test
    void without_any_engine_it_says_where_they_are_to_be_had() throws Exception {
        List<String> left = jars.stream()
                .filter(entry -> !entry.contains("gearbox-engines") && !entry.contains("engines" + File.separator))
                .toList();
        assertThat(onClassPath(left, CLASS_PATH_GRANTS, "selector").out())
                .containsExactly(
                        "no engine \"selector\". There is none at all: no jar with engines is on the class path or"
                                + " the module path (dev.gearbox:gearbox-engines-jdk is one), or its META-INF/services was lost"
                                + " when jars were merged");
    }
}
