package dev.gearbox.studies.filecopy;

import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.studies.filecopy.job.ByteCount;
import dev.gearbox.studies.filecopy.job.FileRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The location of a cell's files.
 *
 * @param path an existing folder
 */
record FilePlace(Path path) {
    /** The axis of workloads that names the place. */
    static final String AXIS = "place";

    private static final Path IN_MEMORY = Path.of("/dev/shm");

    /**
     * Returns the place of a cell: {@code here} is where the program was started, {@code tmpfs} is memory, anything else a folder.
     *
     * @throws LabException if the folder does not exist
     */
    static FilePlace of(JobCell cell) {
        String name = cell.job().path(AXIS).asString("here");
        Path path = switch (name) {
            case "here" -> Path.of("").toAbsolutePath();
            case "tmpfs" -> IN_MEMORY;
            default -> Path.of(name).toAbsolutePath();
        };
        if (!Files.isDirectory(path)) {
            throw new LabException("there is no folder " + path + ". Set place to here, tmpfs or an existing folder");
        }
        return new FilePlace(path);
    }

    /** Returns the type of the file system, such as ext4 or tmpfs. */
    String fileSystem() {
        try {
            return Files.getFileStore(path).type();
        } catch (IOException unknown) {
            throw new LabException(
                    "cannot determine the file system of " + path + ": " + unknown.getMessage(), unknown);
        }
    }

    /** Returns what a cell does with its files. */
    static FileRow.Kind kind(Condition cell) {
        return FileRow.Kind.of(job(cell).job().required("do").asString());
    }

    /** Returns the length of each file of a cell. */
    static long fileBytes(JobCell cell) {
        return ByteCount.of(cell.job().required("size").asString());
    }

    static JobCell job(Condition cell) {
        if (cell instanceof JobCell job) {
            return job;
        }
        throw new LabException(cell.label() + " is not a job with files");
    }
}
