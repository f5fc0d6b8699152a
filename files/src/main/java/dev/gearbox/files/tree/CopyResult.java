package dev.gearbox.files.tree;

import java.util.List;

/**
 * The result of a copy.
 *
 * @param files the number of files of all kinds to copy, except folders
 * @param copied the number of files of all kinds, except folders, that were created
 * @param kept the number of files that existed already
 * @param bytes the total size of the regular files, copied and kept
 * @param folders the number of folders, existing ones included
 * @param failures for each file that could not be copied, a sentence that says why
 */
public record CopyResult(long files, long copied, long kept, long bytes, long folders, List<String> failures) {
    /** Copies the list. */
    public CopyResult {
        failures = List.copyOf(failures);
    }

    /** Returns the number of files that do not exist at the target, including those that were not tried after a failure that would have met all of them. */
    public long missing() {
        return files - copied - kept;
    }
}
