package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each dependency that the root pom manages is used by a module. */
class ManagedDependenciesTest {
    private static final Pattern MANAGED = Pattern.compile("(?s)<dependencyManagement>.*</dependencyManagement>");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>.*?</dependency>");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern NAME =
            Pattern.compile("(?s)<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>");

    @Test
    void each_is_used() throws IOException {
        String root = Files.readString(Programs.root().resolve("pom.xml"));
        List<String> managed = matches(DEPENDENCY, String.join("", matches(MANAGED, root)));
        List<String> used = new ArrayList<>();
        collect(Programs.root(), used);
        assertThat(managed).hasSizeGreaterThan(40);
        assertThat(managed.stream().filter(entry -> !isUsed(entry, used)).map(ManagedDependenciesTest::name))
                .as("managed, but used by no module")
                .isEmpty();
    }

    /** A BOM counts as used if any dependency has its group id. */
    private static boolean isUsed(String entry, List<String> used) {
        String name = name(entry);
        return entry.contains("<scope>import</scope>")
                ? used.stream().anyMatch(other -> other.startsWith(name.substring(0, name.indexOf(':'))))
                : used.contains(name);
    }

    /** The dependencies of the pom in this folder and of its modules. */
    private static void collect(Path folder, List<String> used) throws IOException {
        String pom = Files.readString(folder.resolve("pom.xml"));
        matches(DEPENDENCY, MANAGED.matcher(pom).replaceAll("")).forEach(dependency -> used.add(name(dependency)));
        for (MatchResult module : MODULE.matcher(pom).results().toList()) {
            collect(folder.resolve(module.group(1)), used);
        }
    }

    private static String name(String dependency) {
        return NAME.matcher(dependency)
                .results()
                .map(found -> found.group(1) + ":" + found.group(2))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).toList();
    }
}
