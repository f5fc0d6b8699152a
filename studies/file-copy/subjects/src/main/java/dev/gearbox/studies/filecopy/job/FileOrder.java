package dev.gearbox.studies.filecopy.job;

import dev.gearbox.core.BadSpecException;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/**
 * The description of a job, by the workload and the lab.
 *
 * @param files the number of files
 * @param folder the folder of the sources, in which targets may be created
 * @param cold whether the files are dropped from the page cache before they are read
 * @param sync whether a copy ends only when it is on the disk
 * @param buffer the size of buffers, for rows that have buffers and do not set their size; or {@code usual}
 */
record FileOrder(int files, Path folder, boolean cold, boolean sync, String buffer) {
    static FileOrder of(JsonNode job) {
        return new FileOrder(
                job.required("files").asInt(),
                Path.of(job.required("folder").asString()),
                either(job, "cache", "cold", "warm"),
                either(job, "sync", "yes", "no"),
                job.path("buffer").asString("usual"));
    }

    private static boolean either(JsonNode job, String key, String yes, String no) {
        String value = job.path(key).asString(no);
        if (!value.equals(yes) && !value.equals(no)) {
            throw new BadSpecException(key + " cannot be \"" + value + "\". It is " + yes + " or " + no);
        }
        return value.equals(yes);
    }
}
