package dev.gearbox.files.tree;

/**
 * How a tree is copied.
 *
 * @param again whether files are copied that are there already with the same length and time
 * @param verify whether each copy is read back from the disk and compared before it gets its name
 * @param sync whether each copy is on the disk before it gets its name
 * @param skipSpecial whether devices, pipes and sockets are left out, and do not refuse the whole
 * @param threads files that are copied at once
 */
public record CopyOptions(boolean again, boolean verify, boolean sync, boolean skipSpecial, int threads) {
    /** As usual: as many files at once as there are processors, four at most: a disk gains nothing from more. */
    public static final CopyOptions DEFAULT = new CopyOptions(
            false, false, false, false, Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4));

    /** Checks the number. */
    public CopyOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads: " + threads);
        }
    }
}
