package dev.gearbox.files.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Checks for enough free space, as far as it can be known in advance: clones and holes need less, and other programs may use some of it. */
final class FreeSpace {
    private FreeSpace() {}

    static void require(List<CopyPlan.Entry> files, Path target, CopyOptions options) {
        Path place = target.toAbsolutePath().normalize();
        while (place.getParent() != null && !Files.exists(place)) {
            place = place.getParent();
        }
        try {
            long free = Files.getFileStore(place).getUsableSpace();
            if (total(files) <= free) {
                return;
            }
            long needed = needed(files, options);
            if (needed > free) {
                throw new CopyException(String.format(
                        Locale.ROOT,
                        "not enough space in %s: %,d bytes are free, and the copy needs %,d. Free some space, or copy less",
                        place,
                        free,
                        needed));
            }
        } catch (IOException cannot) {
            throw new CopyException(
                    "cannot determine the free space in " + place + ": " + Reasons.of(cannot)
                            + ". Give a target on another file system",
                    cannot);
        }
    }

    private static long total(List<CopyPlan.Entry> files) {
        long total = 0;
        for (CopyPlan.Entry entry : files) {
            total += entry.attributes().isRegular() ? entry.attributes().size() : 0;
        }
        return total;
    }

    /** Returns the number of bytes to copy, without holes and without files that exist already. */
    private static long needed(List<CopyPlan.Entry> files, CopyOptions options) throws IOException {
        long needed = 0;
        for (CopyPlan.Entry entry : files) {
            if (entry.attributes().isRegular() && (options.again() || !entry.isThere())) {
                needed += Sparse.dataBytes(entry.source(), entry.attributes().size());
            }
        }
        return needed;
    }
}
