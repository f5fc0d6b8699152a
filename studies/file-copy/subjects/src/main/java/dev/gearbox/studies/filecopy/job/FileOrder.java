package dev.gearbox.studies.filecopy.job;

import dev.gearbox.core.BadSpecException;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/**
 * The description of a job, by the workload and the lab.
 *
 * @param files the number of sources
 * @param operations the number of reads, copies or blocks; operation i takes source i modulo the number of sources
 * @param folder the folder of the sources, in which targets may be created
 * @param cold whether the files are dropped from the page cache before they are read
 * @param sync whether a copy ends only when it is on the disk
 * @param buffer the size of buffers, for rows that have buffers and do not set their size; or {@code usual}
 */
record FileOrder(int files, int operations, Path folder, boolean cold, boolean sync, String buffer) {
    static FileOrder of(JsonNode job) {
        return new FileOrder(
                positive(job, "files"),
                positive(job, "operations"),
                Path.of(job.required("folder").asString()),
                either(job, "cache", "cold", "warm"),
                either(job, "sync", "yes", "no"),
                job.path("buffer").asString("usual"));
    }

    /** Returns the number of the source that an operation takes. */
    int source(int operation) {
        return operation % files;
    }

    /**
     * Returns the number of operations between two preparations: as many as the space for copies allows, and of cold files each only once, because the
     * second operation on a file would find it in the page cache.
     *
     * @param most the number of files that there is space for
     * @param copied whether each operation creates a file
     */
    int batch(long most, boolean copied) {
        if (cold) {
            return Math.clamp(most, 1, files);
        }
        boolean allAtOnce = !copied && files <= most;
        return allAtOnce ? operations : Math.clamp(most, 1, operations);
    }

    private static int positive(JsonNode job, String key) {
        int value = job.required(key).asInt();
        if (value < 1) {
            throw new BadSpecException(key + " cannot be " + value + ". It is an integer from 1");
        }
        return value;
    }

    private static boolean either(JsonNode job, String key, String yes, String no) {
        String value = job.path(key).asString(no);
        if (!value.equals(yes) && !value.equals(no)) {
            throw new BadSpecException(key + " cannot be \"" + value + "\". It is " + yes + " or " + no);
        }
        return value.equals(yes);
    }
}
