package dev.gearbox.files.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Whether there is room for what is to be copied, as far as that can be known before: clones and holes need less, other programs may take some. */
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
                        "%s has room for %,d bytes, and %,d are to be copied. Make room, or copy less",
                        place,
                        free,
                        needed));
            }
        } catch (IOException cannot) {
            throw new CopyException("the room in " + place + " cannot be asked for: " + Reasons.of(cannot), cannot);
        }
    }

    private static long total(List<CopyPlan.Entry> files) {
        return files.stream()
                .filter(entry -> entry.attributes().isRegular())
                .mapToLong(entry -> entry.attributes().size())
                .sum();
    }

    /** Without holes, and without what is there already. */
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
