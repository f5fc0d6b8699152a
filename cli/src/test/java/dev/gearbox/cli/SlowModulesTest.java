package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The modules in slow run what the modules that they test leave out, in the same way: no test class is lost between them. */
class SlowModulesTest {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern TESTED =
            Pattern.compile("<tested>" + Pattern.quote("${project.basedir}/../../") + "([^<]+)</tested>");
    private static final Pattern FLAGS = Pattern.compile("<test\\.(?:modules|jvm)[^>]*>");
    private static final Pattern VALUES = Pattern.compile("<test\\.(?:modules|jvm)>[^<]*<");

    @Test
    void each_class_is_left_out_by_one_module_and_run_by_one() throws IOException {
        List<String> slow = found(MODULE, "slow/pom.xml");
        assertThat(slow).isNotEmpty();
        for (String name : slow) {
            String tested = found(TESTED, "slow/" + name + "/pom.xml").getFirst();
            assertThat(text(tested + "/pom.xml")).as(tested).contains("/slow/" + name + "/tests.txt</excludesFile>");
            for (String pattern : Files.readAllLines(Programs.root().resolve("slow/" + name + "/tests.txt"))) {
                assertThat(pattern).startsWith("**/").endsWith(".java");
                assertThat(sources(tested))
                        .as("%s in %s", pattern, tested)
                        .filteredOn(file -> file.endsWith(pattern.substring(2)))
                        .hasSize(1);
            }
            assertThat(all(VALUES, "slow/" + name + "/pom.xml"))
                    .as("options of the JVM that tests %s", tested)
                    .isEqualTo(all(VALUES, tested + "/pom.xml"));
            assertThat(all(FLAGS, "slow/" + name + "/pom.xml")).isEqualTo(all(FLAGS, tested + "/pom.xml"));
        }
    }

    private static List<String> sources(String module) throws IOException {
        try (Stream<Path> files = Files.walk(Programs.root().resolve(module + "/src/test/java"))) {
            return files.map(Path::toString).toList();
        }
    }

    private static List<String> found(Pattern pattern, String file) {
        return pattern.matcher(text(file))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static List<String> all(Pattern pattern, String file) {
        return pattern.matcher(text(file)).results().map(MatchResult::group).toList();
    }

    private static String text(String file) {
        return MarkdownFiles.text(Programs.root().resolve(file));
    }
}
