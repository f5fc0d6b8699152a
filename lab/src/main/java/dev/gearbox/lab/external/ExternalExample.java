package dev.gearbox.lab.external;

import dev.gearbox.lab.child.ToolRun;
import dev.gearbox.lab.data.DataObject;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.probe.ExecutableFinder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * An external server that comes with a study, from its data file: its origin, the programs it needs, how it is built and started. In its commands,
 * {@code {folder}} is the folder of its sources and of the build.
 *
 * @param name its name on the command line: {@code external:NAME}
 * @param summary how it handles a connection, in one line
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
        DataObject data = DataObject.read(
                file,
                in,
                "name",
                "summary",
                "speaks",
                "needs",
                "version",
                "sources",
                "build",
                "command",
                "environment");
        Map<String, String> sources = new LinkedHashMap<>();
        if (data.has("sources")) {
            for (String source : words(data, "sources")) {
                sources.put(source, text(data, beside, source));
            }
        }
        Map<String, String> environment = new LinkedHashMap<>();
        data.optional("environment").ifPresent(node -> {
            DataObject variables = DataObject.of(file, "environment", node);
            node.propertyNames().forEach(variable -> environment.put(variable, variables.text(variable)));
        });
        return new ExternalExample(
                data.text("name"),
                data.text("summary"),
                new LinkedHashSet<>(words(data, "speaks")),
                words(data, "needs"),
                words(data, "version"),
                sources,
                data.has("build") ? words(data, "build") : List.of(),
                words(data, "command"),
                environment);
    }

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

    private static String text(DataObject data, Files beside, String source) throws IOException {
        try (InputStream in = beside.open(source)
                .orElseThrow(() -> data.error("sources", "names " + source + ", which is not in the same folder"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> words(DataObject data, String key) {
        List<String> words = new ArrayList<>();
        for (JsonNode word : data.list(key)) {
            if (!word.isValueNode()) {
                throw data.error(key, "must be a list of words");
            }
            words.add(word.asString());
        }
        return words;
    }
}
