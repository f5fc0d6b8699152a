package dev.gearbox.lab;

import dev.gearbox.load.BadPlanException;
import dev.gearbox.load.LoadPlan;
import dev.gearbox.load.LoadReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The folder of a run, one JSON file for each trial. A file appears whole or not at all: it is written under another
 * name and moved into place, so that whatever ends the lab leaves nothing half-written behind.
 */
public final class ResultFiles {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .addModule(load())
            .build();

    private final Path folder;

    private ResultFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes a new folder such as {@code 2026-11-21T10-15-00-ping-1f3a}.
     *
     * @param parent where; made if it does not exist
     * @param name what was run
     * @throws LabException when it cannot be made there
     */
    public static ResultFiles create(Path parent, String name) {
        String stamp = STAMP.format(LocalDateTime.now(ZoneId.systemDefault())) + "-" + name + "-";
        try {
            Files.createDirectories(parent);
            Path folder = parent.resolve(name(stamp));
            while (Files.exists(folder)) {
                folder = parent.resolve(name(stamp));
            }
            return new ResultFiles(Files.createDirectory(folder));
        } catch (IOException refused) {
            throw new LabException(
                    "cannot write results to " + parent + " (" + why(refused) + "): name another folder", refused);
        }
    }

    private static String name(String stamp) {
        return stamp + String.format("%04x", RandomGenerator.getDefault().nextInt(1 << 16));
    }

    /** Where the files are. */
    public Path folder() {
        return folder;
    }

    /**
     * Writes a result under a name made of its parameters and its subject.
     *
     * @return the file
     * @throws LabException when it cannot be written
     */
    public Path write(TrialResult result) {
        StringBuilder name = new StringBuilder(result.workload());
        result.parameters()
                .forEach((axis, value) ->
                        name.append('-').append(axis).append('=').append(value));
        name.append('-').append(result.subject());
        Path file = folder.resolve(name.toString().replaceAll("[^A-Za-z0-9=.,+-]", "_") + ".json");
        Path unfinished = folder.resolve("." + file.getFileName() + ".unfinished");
        try {
            Files.write(unfinished, JSON.writeValueAsBytes(result));
            move(unfinished, file);
            return file;
        } catch (IOException refused) {
            throw new LabException("cannot write " + file + ": " + why(refused), refused);
        }
    }

    /**
     * Reads a result file of any version that there has been.
     *
     * @throws LabException when it is no result or of a later version
     */
    public static TrialResult read(Path file) {
        try {
            return read(file.toString(), Files.readAllBytes(file));
        } catch (IOException unreadable) {
            throw new LabException("cannot read " + file + ": " + why(unreadable), unreadable);
        }
    }

    static TrialResult read(String name, byte[] content) {
        try {
            JsonNode tree = JSON.readTree(content);
            int format = tree.path("format").asInt(0);
            if (format < 1 || format > TrialResult.FORMAT) {
                throw new LabException(name + " is no result file that this version reads: format "
                        + tree.path("format") + ", known are 1 to " + TrialResult.FORMAT);
            }
            return JSON.treeToValue(tree, TrialResult.class);
        } catch (JacksonException | BadPlanException broken) {
            String line =
                    String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
            throw new LabException(name + " is no result file: " + line, broken);
        }
    }

    /** Reads every result of a folder, in the order of the file names. */
    public static List<TrialResult> readAll(Path folder) {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            all.filter(file -> file.toString().endsWith(".json")).sorted().forEach(files::add);
        } catch (IOException | UncheckedIOException unreadable) {
            throw new LabException("cannot read " + folder + ": " + unreadable.getMessage(), unreadable);
        }
        return files.stream().map(ResultFiles::read).toList();
    }

    /** The result as JSON text, as in its file. */
    public static String json(TrialResult result) {
        return JSON.writeValueAsString(result);
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException otherFileSystem) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static String why(IOException refused) {
        return refused.getClass().getSimpleName().replace("Exception", "");
    }

    /** Plan and report have a JSON form of their own, which is also what the generator speaks. */
    private static SimpleModule load() {
        SimpleModule module = new SimpleModule("gearbox-load");
        module.addSerializer(LoadPlan.class, new ValueSerializer<LoadPlan>() {
            @Override
            public void serialize(LoadPlan plan, JsonGenerator out, SerializationContext context) {
                out.writeTree(plan.toTree());
            }
        });
        module.addSerializer(LoadReport.class, new ValueSerializer<LoadReport>() {
            @Override
            public void serialize(LoadReport report, JsonGenerator out, SerializationContext context) {
                out.writeTree(report.toTree());
            }
        });
        module.addDeserializer(LoadPlan.class, new ValueDeserializer<LoadPlan>() {
            @Override
            public LoadPlan deserialize(JsonParser in, DeserializationContext context) {
                return LoadPlan.fromTree(in.readValueAsTree());
            }
        });
        module.addDeserializer(LoadReport.class, new ValueDeserializer<LoadReport>() {
            @Override
            public LoadReport deserialize(JsonParser in, DeserializationContext context) {
                return LoadReport.fromTree(in.readValueAsTree());
            }
        });
        return module;
    }
}
