package dev.gearbox.files.tree;

import java.util.List;

/**
 * The result of a copy.
 *
 * @param copied the number of files of all kinds, except folders, that were created
 * @param kept the number of files that existed already
 * @param bytes the total size of the regular files, copied and kept
 * @param folders the number of folders, existing ones included
 * @param failures for each file that could not be copied, a sentence that says why
 */
public record CopyResult(long copied, long kept, long bytes, long folders, List<String> failures) {
    /** Copies the list. */
    public CopyResult {
        failures = List.copyOf(failures);
    }
}
