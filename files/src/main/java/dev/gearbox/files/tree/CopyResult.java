package dev.gearbox.files.tree;

import java.util.List;

/**
 * How a copy ended.
 *
 * @param copied files of all kinds but folders that were made
 * @param kept files that were there already
 * @param bytes of regular files, of both
 * @param folders that are there now
 * @param failures files that could not be copied, each in a sentence that says why
 */
public record CopyResult(long copied, long kept, long bytes, long folders, List<String> failures) {
    /** Copies the list. */
    public CopyResult {
        failures = List.copyOf(failures);
    }
}
