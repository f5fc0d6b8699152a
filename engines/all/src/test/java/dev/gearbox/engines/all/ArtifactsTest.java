package dev.gearbox.engines.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is published is the same everywhere: modules of the library, BOM, README, names of Java modules, and the version that the examples import. */
final class ArtifactsTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern MODULES = Pattern.compile("(?s)<modules>(.*?)</modules>");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(gearbox-[^<]+)</artifactId>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(gearbox-[\\w-]+)` \\|");
    private static final Pattern VERSION = Pattern.compile("<version>([^<$]+)</version>");
    private static final String SKIP = "<maven.deploy.skip>true</maven.deploy.skip>";

    private static String text(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    /** The folders that the n-th list of modules in the root pom names: the library, the lab. */
    private static List<String> modules(int list) throws IOException {
        return found(MODULE, found(MODULES, text("pom.xml")).get(list));
    }

    private static List<String> library() throws IOException {
        return modules(0).stream().filter(module -> !module.equals("bom")).toList();
    }

    /** The artifact of a module, without the prefix: engines-jdk. */
    private static String artifact(String module) throws IOException {
        String pom = text(module + "/pom.xml");
        return found(ARTIFACT, pom.substring(pom.indexOf("</parent>")))
                .getFirst()
                .substring("gearbox-".length());
    }

    @Test
    void the_bom_has_the_modules_of_the_library_and_the_readme_explains_each() throws IOException {
        List<String> artifacts = new ArrayList<>();
        for (String module : library()) {
            artifacts.add("gearbox-" + artifact(module));
        }
        String bom = text("bom/pom.xml");
        assertThat(found(ARTIFACT, bom.substring(bom.indexOf("<dependencyManagement>"))))
                .containsExactlyInAnyOrderElementsOf(artifacts);
        assertThat(found(ROW, text("README.md"))).containsExactlyInAnyOrderElementsOf(artifacts);
    }

    @Test
    void the_library_is_published_and_the_rest_is_not() throws IOException {
        for (String module : library()) {
            assertThat(text(module + "/pom.xml")).as(module).doesNotContain(SKIP);
        }
        List<String> lab = new ArrayList<>(modules(1));
        found(MODULE, text("studies/pom.xml")).forEach(study -> lab.add("studies/" + study));
        assertThat(lab).hasSizeGreaterThan(15);
        for (String module : lab) {
            assertThat(text(module + "/pom.xml")).as(module).contains(SKIP);
        }
    }

    /** So that a reader of one name knows the other: gearbox-engines-jdk is the module dev.gearbox.engines.jdk. */
    @Test
    void a_java_module_has_the_name_of_its_artifact() throws IOException {
        for (String module : library()) {
            assertThat(text(module + "/src/main/java/module-info.java"))
                    .contains("module dev.gearbox." + artifact(module).replace('-', '.') + " {");
        }
    }

    @Test
    void there_is_one_version() throws IOException {
        String version = found(VERSION, text("pom.xml")).getFirst();
        assertThat(found(VERSION, text("bom/pom.xml")).getFirst()).isEqualTo(version);
        List<String> users = new ArrayList<>(List.of("README.md", "docs/library/tutorial.md"));
        found(MODULE, text("examples/pom.xml")).forEach(example -> users.add("examples/" + example + "/pom.xml"));
        for (String user : users) {
            String text = text(user);
            assertThat(found(VERSION, text.substring(text.indexOf("<artifactId>gearbox-bom")))
                            .getFirst())
                    .as(user)
                    .isEqualTo(version);
        }
    }

    @Test
    void each_example_that_is_a_project_is_in_the_list() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT.resolve("examples"))) {
            List<String> projects = folders.map(folder -> folder.getFileName().toString())
                    .filter(name -> Files.isRegularFile(ROOT.resolve("examples/" + name + "/pom.xml")))
                    .filter(name -> !name.equals("one-thread"))
                    .toList();
            assertThat(found(MODULE, text("examples/pom.xml"))).containsExactlyInAnyOrderElementsOf(projects);
            for (String project : projects) {
                assertThat(text(".ci/library")).contains(" " + project + " ");
                assertThat(text("examples/" + project + "/pom.xml")).doesNotContain("<parent>");
            }
        }
    }
}
