package dev.gearbox.advise.calibration;

import dev.gearbox.data.DataReader;
import dev.gearbox.lab.machine.UserCache;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;

/** The file with the costs of this machine, in the user's cache: written by {@code gearbox calibrate}, read by {@code gearbox advise}. */
public final class CalibrationFile {
    private static final String REFERENCE = "reference.json";

    private static final DataReader READER = DataReader.ofPrograms(JsonMapper.builder(), CalibrationException::new);

    private CalibrationFile() {}

    /** Returns where the calibration of this machine is stored. */
    public static Path usual() {
        return UserCache.folder("calibration.json");
    }

    /** Writes a calibration, in one step: a reader sees the old one or the new one. Creates the folder. */
    public static void write(Path file, Calibration calibration) {
        Path target = file.toAbsolutePath();
        try {
            Path folder = Objects.requireNonNull(target.getParent(), "a file is in a folder");
            Files.createDirectories(folder);
            Path fresh = Files.createTempFile(folder, "calibration", ".json");
            Files.writeString(
                    fresh, JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(calibration) + "\n");
            Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new CalibrationException(
                    "cannot write the calibration to " + file + " (" + failed.getMessage()
                            + "). Name another file with --out",
                    failed);
        }
    }

    /** Reads a calibration of any machine. */
    public static Calibration read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return READER.read(file.toString(), in, Calibration.class);
        } catch (IOException failed) {
            throw new CalibrationException(
                    "cannot read the calibration " + file + ". Measure one: gearbox calibrate", failed);
        }
    }

    /**
     * Returns the costs in a file.
     *
     * @param here the fingerprint of this machine
     * @param foreign whether the costs of another machine are accepted
     * @throws CalibrationException if the file cannot be read, or is of another machine
     */
    public static Costs costs(Path file, Fingerprint here, boolean foreign) {
        Calibration calibration = read(file);
        List<String> differences = here.differences(calibration.machine());
        if (differences.isEmpty()) {
            return new Costs(calibration, Costs.Basis.HERE, differences);
        }
        if (!foreign) {
            throw new CalibrationException("the calibration " + file + " is of another machine: "
                    + String.join(", ", differences)
                    + ". Measure this one (gearbox calibrate), or accept it with --foreign");
        }
        return new Costs(calibration, Costs.Basis.FOREIGN, differences);
    }

    /** Returns the costs of this machine as stored in the user's cache, or the reference costs if there are none. */
    public static Costs usualOrReference(Fingerprint here, boolean foreign) {
        return Files.exists(usual()) ? costs(usual(), here, foreign) : reference();
    }

    /** Returns the costs that are shipped. */
    public static Costs reference() {
        try (InputStream in = CalibrationFile.class.getResourceAsStream(REFERENCE)) {
            Calibration shipped = READER.read(REFERENCE, Objects.requireNonNull(in, REFERENCE), Calibration.class);
            return new Costs(shipped, Costs.Basis.REFERENCE, List.of());
        } catch (IOException broken) {
            throw new UncheckedIOException(REFERENCE, broken);
        }
    }
}
