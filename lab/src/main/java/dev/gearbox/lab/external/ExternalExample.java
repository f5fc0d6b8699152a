package dev.gearbox.lab.external;

import dev.gearbox.data.Place;
import dev.gearbox.lab.child.ToolRun;
import dev.gearbox.lab.data.DataFiles;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.probe.ExecutableFinder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An external server that comes with a study, from its data file: its origin, the programs it needs, how it is built and started. In its commands,
 * {@code {folder}} is the folder of its sources and of the build.
 *
 * @param name its name on the command line: {@code external:NAME}
 * @param summary how it handles a connection, in one line
 * @param faults what is wrong with it, for a server that is kept as its source published it; empty: nothing known
 * @param speaks the features that a workload may require
 * @param needs the required programs, the first of which provides the version
 * @param versionWords the arguments with which the first prints its version
 * @param sources its files, by name
 * @param build the build command; empty: nothing to build
 * @param command the command that starts it
 * @param environment additional environment variables
 */
public record ExternalExample(
        String name,
        String summary,
        List<String> faults,
        Set<String> speaks,
        List<String> needs,
        List<String> versionWords,
        Map<String, String> sources,
        List<String> build,
        List<String> command,
        Map<String, String> environment) {
    /** Opens the files that a data file names. */
    public interface Files {
        /** Opens the file of that name next to the data file; the caller closes it. */
        Optional<InputStream> open(String name);
    }

    /** Copies the collections. */
    public ExternalExample {
        faults = List.copyOf(faults);
        speaks = Set.copyOf(speaks);
        needs = List.copyOf(needs);
        versionWords = List.copyOf(versionWords);
        sources = Map.copyOf(sources);
        build = List.copyOf(build);
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /**
     * Decodes a data file.
     *
     * @param file its name in messages
     * @param in its contents
     * @param beside opens its sources
     * @throws LabException with the file and the key, if a key is unknown or missing
     * @throws IOException if it cannot be read
     */
    public static ExternalExample decode(String file, InputStream in, Files beside) throws IOException {
        Form form = DataFiles.READER.read(file, in, Form.class);
        Map<String, String> sources = new LinkedHashMap<>();
        for (String source : form.sources.orElse(List.of())) {
            sources.put(source, text(file, beside, source));
        }
        return new ExternalExample(
                form.name,
                form.summary,
                form.faults.orElse(List.of()),
                new LinkedHashSet<>(form.speaks),
                form.needs,
                form.version,
                sources,
                form.build.orElse(List.of()),
                form.command,
                form.environment.orElse(Map.of()));
    }

    private record Form(
            String name,
            String summary,
            Optional<List<String>> faults,
            List<String> speaks,
            List<String> needs,
            List<String> version,
            Optional<List<String>> sources,
            Optional<List<String>> build,
            List<String> command,
            Optional<Map<String, String>> environment) {}

    /** Returns why it cannot be started here; empty if it can. */
    public Optional<String> absence() {
        return needs.stream()
                .filter(program -> ExecutableFinder.program(program).isEmpty())
                .findFirst()
                .map(program -> "it needs " + program + ", which is not installed");
    }

    void require(String label) {
        absence().ifPresent(why -> {
            throw new LabException(label + " cannot run here: " + why);
        });
    }

    /**
     * Prepares it: builds it, unless that was done with the same sources and compiler.
     *
     * @param builds the parent folder of all builds
     * @throws LabException if it cannot run here, or the build fails
     */
    External ready(Path builds, String label) {
        require(label);
        try {
            String version = ToolRun.firstLine(label, needs.getFirst(), versionWords);
            Path folder = ExternalBuild.in(builds, this, version);
            return new External(
                    label,
                    command,
                    environment,
                    folder,
                    version + ", " + folder.getFileName(),
                    speaks,
                    External.WITHIN);
        } catch (IOException failed) {
            throw new LabException(label + " cannot be built in " + builds + ": " + failed.getMessage(), failed);
        }
    }

    /** Returns the words with the folder inserted. */
    static List<String> placed(List<String> words, Path folder) {
        return words.stream()
                .map(word -> word.replace(ExternalArguments.FOLDER, folder.toString()))
                .toList();
    }

    private static String text(String file, Files beside, String source) throws IOException {
        try (InputStream in = beside.open(source)
                .orElseThrow(() -> DataFiles.READER.error(
                        Place.of(file).at("sources"), "names " + source + ", which is not in the same folder"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
