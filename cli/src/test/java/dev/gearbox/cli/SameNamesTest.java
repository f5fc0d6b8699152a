package dev.gearbox.cli;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * One simple name means one thing in the whole project. A nested type is written behind its outer one, so two of these may share a name; but no type of the
 * shipped code has the simple name of another one at top level, unless {@code src/test/words/same-names.txt} agrees to it and says why.
 */
final class SameNamesTest {
    private static final Path AGREED = Programs.root().resolve("cli/src/test/words/same-names.txt");

    @Test
    void one_name_means_one_thing() throws IOException {
        Map<String, String> agreed = agreed();
        Map<String, SortedSet<String>> doubled = shared(shipped());
        assertThat(doubled.keySet())
                .as("names of several types: " + doubled + "; rename all but one, or agree to it in " + AGREED)
                .isSubsetOf(agreed.keySet());
        assertThat(agreed.keySet()).as("exceptions that are none any more").isSubsetOf(doubled.keySet());
        assertThat(agreed.values())
                .as("each exception has a reason")
                .allSatisfy(why -> assertThat(why).isNotBlank());
    }

    @Test
    void a_nested_type_with_the_name_of_another_top_level_type_is_found() {
        List<JavaClass> two =
                List.copyOf(new ClassFileImporter().importClasses(Programs.class, Elsewhere.Programs.class));
        assertThat(shared(two)).containsOnlyKeys("Programs");
    }

    @Test
    void two_nested_types_may_share_a_name() {
        List<JavaClass> two =
                List.copyOf(new ClassFileImporter().importClasses(Elsewhere.Part.class, OtherPlace.Part.class));
        assertThat(shared(two)).isEmpty();
    }

    private interface Elsewhere {
        interface Programs {}

        interface Part {}
    }

    private interface OtherPlace {
        interface Part {}
    }

    private static Map<String, SortedSet<String>> shared(List<JavaClass> classes) {
        Map<String, SortedSet<String>> byName = classes.stream()
                .collect(groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        mapping(JavaClass::getName, toCollection(TreeSet::new))));
        byName.values().removeIf(names -> names.size() < 2 || names.stream().allMatch(name -> name.contains("$")));
        return byName;
    }

    private static List<JavaClass> shipped() throws IOException {
        List<JavaClass> classes = new ClassFileImporter()
                .importPaths(modules()).stream()
                        .filter(type -> !type.isAnonymousClass() && !type.isLocalClass())
                        .filter(type -> !type.getSimpleName().isEmpty()
                                && !type.getSimpleName().equals("package-info"))
                        .toList();
        assertThat(classes).hasSizeGreaterThan(900);
        return classes;
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> found = Files.walk(Programs.root(), 4)) {
            return found.filter(folder -> folder.endsWith("target/classes"))
                    .filter(folder -> Files.isRegularFile(folder.resolve("module-info.class")))
                    .filter(folder -> Programs.isModule(folder.resolve("../..")))
                    .toList();
        }
    }

    private static Map<String, String> agreed() throws IOException {
        try (Stream<String> lines = Files.lines(AGREED)) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split("\t", 2))
                    .collect(Collectors.toMap(cells -> cells[0], cells -> cells.length > 1 ? cells[1] : ""));
        }
    }
}
