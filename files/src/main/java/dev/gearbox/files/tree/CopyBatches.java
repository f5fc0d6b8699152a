package dev.gearbox.files.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides files among threads: a batch has files of one folder, which are copied to one folder. Creating a file locks its folder, so threads in different
 * folders do not wait for one another. A batch is small enough that all threads end at about the same time.
 */
final class CopyBatches {
    private static final int MOST_FILES = 256;
    private static final long MOST_BYTES = 4 << 20;

    private CopyBatches() {}

    /** Returns the batches, in the order of the files. */
    static List<List<CopyPlan.Entry>> of(List<CopyPlan.Entry> files) {
        List<List<CopyPlan.Entry>> batches = new ArrayList<>();
        List<CopyPlan.Entry> batch = new ArrayList<>();
        long bytes = 0;
        for (CopyPlan.Entry file : files) {
            boolean full = batch.size() == MOST_FILES || bytes >= MOST_BYTES;
            if (!batch.isEmpty() && (full || !file.isBeside(batch.getFirst()))) {
                batches.add(batch);
                batch = new ArrayList<>();
                bytes = 0;
            }
            batch.add(file);
            bytes += file.attributes().isRegular() ? file.attributes().size() : 0;
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
        return batches;
    }
}
