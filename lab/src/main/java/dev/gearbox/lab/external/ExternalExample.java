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
 * A server of others that comes with a study, as its data file says: where it comes from, what it needs of the machine,
 * how it is built and started. In its words, {@code {folder}} is where its sources are and where it is built.
 *
 * @param name how it is asked for: {@code external:NAME}
 * @param summary what happens to a connection, in a line
 * @param speaks what it can do that a workload may ask for
 * @param needs the programs that have to be there, the first of which tells its version
 * @param versionWords what is asked of the first of them
 * @param sources its files, by name
 * @param build how it is built; empty: it is there already
 * @param command how it is started
 * @param environment what is set for it
 */
public record ExternalExample(
        String name,
        String summary,
        Set<String> speaks,
        List<String> needs,
        List<String> versionWords,
        Map<String, String> sources,
        List<String> build,
        List<String> command,
        Map<String, String> environment) {
    /** Finds the files that a data file names. */
    public interface Files {
        /** The file of that name beside the data file; the caller closes it. */
        Optional<InputStream> open(String name);
    }

    /** Copies the collections. */
    public ExternalExample {
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
     * @param file what messages call it
     * @param in what it says
     * @param beside where its sources are
     * @throws LabException naming file and key, when there is a key that is not known, or one is missing
     * @throws IOException when it cannot be read
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
            List<String> speaks,
            List<String> needs,
            List<String> version,
            Optional<List<String>> sources,
            Optional<List<String>> build,
            List<String> command,
            Optional<Map<String, String>> environment) {}

    /** Why it cannot be started here; empty if it can. */
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
     * Gets it ready to be started: builds it, if that has not been done for these very sources and this very compiler.
     *
     * @param builds the folder in which everything is built
     * @throws LabException when it cannot be had here, or does not build
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

    /** The words with the folder in its places. */
    static List<String> placed(List<String> words, Path folder) {
        return words.stream()
                .map(word -> word.replace(ExternalArguments.FOLDER, folder.toString()))
                .toList();
    }

    private static String text(String file, Files beside, String source) throws IOException {
        try (InputStream in = beside.open(source)
                .orElseThrow(() -> DataFiles.READER.error(
                        Place.of(file).at("sources"), "names " + source + ", which is not beside the file"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
