package dev.gearbox.files.tree;

/**
 * The options of a copy.
 *
 * @param again whether to copy files whose targets exist already with the same length and modification time
 * @param verify whether to read each copy back from the disk and compare it before it gets its final name
 * @param sync whether to write each copy to the disk before it gets its final name
 * @param skipSpecial whether to leave out devices, pipes and sockets instead of refusing the whole copy
 * @param threads the number of files copied at once
 */
public record CopyOptions(boolean again, boolean verify, boolean sync, boolean skipSpecial, int threads) {
    /** The defaults: as many files at once as there are processors, at most four, because more do not make a disk faster. */
    public static final CopyOptions DEFAULT = new CopyOptions(
            false, false, false, false, Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4));

    /** Checks the number of threads. */
    public CopyOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads: " + threads);
        }
    }
}
