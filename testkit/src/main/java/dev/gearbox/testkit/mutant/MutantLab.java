package dev.gearbox.testkit.mutant;

import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.JavaCommands;
import dev.gearbox.testkit.contract.ContractMain;
import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.fixture.ContractReport;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a mutant over the shipped classes and runs the contract on it in its own JVM, so that its leaks and busy loops end with it. */
final class MutantLab {
    /** Mutants usually hang, so the limit is shorter than for tests that must pass. */
    private static final int PATIENCE_SECONDS = 5;

    private static final int PATIENCE_WITH_ORIGINALS_SECONDS = 60;

    private final Path root;
    private final Path work;

    /**
     * @param root of the project
     * @param work the folder for classes
     */
    MutantLab(Path root, Path work) {
        this.root = root;
        this.work = work;
    }

    /** Returns the outermost folder, from here up, that has a pom.xml. */
    static Path root() {
        return ContractReport.root();
    }

    /** Returns a folder with the mutant's classes. */
    Path compile(Mutant mutant) throws IOException {
        Path sources = root.resolve(mutant.module()).resolve("src/main/java");
        String mutated = mutant.applyTo(Files.readString(sources.resolve(mutant.source())));
        Path folder = work.resolve(mutant.name().replaceAll("[^a-zA-Z0-9]+", "-"));
        Path source = folder.resolve("src").resolve(mutant.source());
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.createDirectories(source.getParent());
        Files.writeString(source, mutated);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter log = new StringWriter();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-nowarn",
                    "-d",
                    classes.toString(),
                    "--module-path",
                    JavaCommands.path().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                    "--patch-module",
                    moduleName(mutant) + "=" + folder.resolve("src"));
            boolean compiled = compiler.getTask(log, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            Assert.that(compiled, "mutant \"" + mutant.name() + "\" does not compile: " + log);
        }
        return classes;
    }

    private static String moduleName(Mutant mutant) {
        return "dev.gearbox." + mutant.module().replace('/', '.');
    }

    /** Returns the contract's verdicts on the mutant: a line for each behaviour. */
    List<String> play(Mutant mutant, Path classes, List<String> behaviours) throws IOException, InterruptedException {
        List<String> flags = patch(moduleName(mutant) + "=" + classes);
        List<String> said = play(flags, PATIENCE_SECONDS, mutant.engine(), behaviours);
        // Every mutant passes a simple echo: one that does not is too slow on this machine to show anything else.
        return said.stream().anyMatch(line -> line.startsWith("FAIL " + ContractMain.FRIENDLY))
                ? play(flags, PATIENCE_WITH_ORIGINALS_SECONDS, mutant.engine(), behaviours)
                : said;
    }

    private static List<String> patch(String classes) {
        return List.of("--patch-module=" + classes, "-D" + JavaCommands.PATCH_PROPERTY + "=" + classes);
    }

    /** As above, for the unmodified engine. */
    List<String> playOriginal(String engine, List<String> behaviours) throws IOException, InterruptedException {
        return play(List.of(), PATIENCE_WITH_ORIGINALS_SECONDS, engine, behaviours);
    }

    private List<String> play(List<String> flags, int patienceSeconds, String engine, List<String> behaviours)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(flags);
        all.add("-Dgearbox.patience=" + patienceSeconds);
        List<String> arguments = new ArrayList<>(List.of(engine, Long.toString(Contract.seed())));
        arguments.addAll(behaviours);
        Path errors = Files.createTempFile(work, "child", ".log");
        Process process = new ProcessBuilder(JavaCommands.java(all, ContractMain.class.getName(), arguments))
                // Separate from the verdicts: a broken engine's stack traces would be mixed into their lines.
                .redirectError(errors.toFile())
                .start();
        process.outputWriter().close();
        Thread deadline = Thread.ofPlatform().daemon().name("mutant deadline").start(() -> {
            try {
                if (!process.waitFor(java.time.Duration.ofSeconds(30L * patienceSeconds))) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException over) {
                process.destroyForcibly();
            }
        });
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = new ArrayList<>(output.lines().toList());
            lines.addAll(Files.readAllLines(errors));
            return lines;
        } finally {
            process.waitFor();
            deadline.join();
        }
    }
}
