package dev.gearbox.studies.filecopy.job;

import dev.gearbox.core.BadSpecException;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/**
 * What a job is, as a workload and the lab say it.
 *
 * @param files how many
 * @param folder where the sources are, and targets may be made
 * @param cold whether the page cache is to hold nothing of them before
 * @param sync whether a copy ends when it is on the disk
 * @param buffer the size of buffers, where a row has some and does not say; or {@code usual}
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
            throw new BadSpecException(key + " is " + yes + " or " + no + ", not \"" + value + "\"");
        }
        return value.equals(yes);
    }
}
