package dev.gearbox.cli;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.gearbox.core.Engines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each package has one subject, stated in a sentence, a limited number of files, and no dependency cycles. */
class RoomsTest {
    private static final int MOST_FILES = 25;

    @Test
    void nothing_points_backwards() throws IOException {
        List<Path> modules = folders("target/classes", "module-info.class");
        assertThat(modules).hasSizeGreaterThan(20);
        JavaClasses classes = new ClassFileImporter().importPaths(modules);
        assertThat(classes).hasSizeGreaterThan(1000);
        slices().matching("dev.gearbox.(**)")
                .should()
                .beFreeOfCycles()
                // Engines, with which users start engines, finds the models: the only agreed dependency from the API on
                // what builds on it.
                .ignoreDependency(belongToAnyOf(Engines.class), alwaysTrue())
                .check(classes);
    }

    @Test
    void a_package_is_small_and_says_what_it_is() throws IOException {
        Map<Path, List<String>> packages = new TreeMap<>();
        for (Path sources : folders("src/main/java", "module-info.java")) {
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !sources.equals(file.getParent()))
                        .collect(Collectors.groupingBy(
                                file -> Programs.root().relativize(file.getParent()),
                                Collectors.mapping(file -> file.getFileName().toString(), Collectors.toList())))
                        .forEach(packages::put);
            }
        }
        assertThat(packages).hasSizeGreaterThan(50);
        assertThat(packages).allSatisfy((folder, files) -> {
            assertThat(files)
                    .as(folder + " has too many files for one package: split it by subject")
                    .hasSizeLessThanOrEqualTo(MOST_FILES);
            assertThat(files)
                    .as(folder + " needs a package-info.java with a sentence")
                    .contains("package-info.java");
        });
    }

    @Test
    void the_lab_names_no_engine_and_no_instrument_of_a_study() throws IOException {
        Pattern named = Pattern.compile("\"dev\\.gearbox\\.(?!lab\\b|load\\b|subject\\b)[^\"]*\"");
        try (Stream<Path> files = Files.walk(Programs.root().resolve("lab/src/main/java"))) {
            List<Path> sources = files.filter(Files::isRegularFile).toList();
            assertThat(sources)
                    .hasSizeGreaterThan(80)
                    .allSatisfy(source -> assertThat(Files.readString(source)).doesNotContainPattern(named));
        }
    }

    /** The folders of this name in all modules that contain the file. */
    private static List<Path> folders(String name, String file) throws IOException {
        try (Stream<Path> found = Files.walk(Programs.root(), 4)) {
            return found.filter(Files::isDirectory)
                    .filter(Programs::isModule)
                    .map(module -> module.resolve(name))
                    .filter(folder -> isThere(folder.resolve(file)))
                    .toList();
        } catch (UncheckedIOException gone) {
            throw gone.getCause();
        }
    }

    private static boolean isThere(Path file) {
        return Files.isRegularFile(file);
    }
}
