package dev.gearbox.studies.filecopy.job;

import dev.gearbox.core.BadSpecException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as written in workloads: 4096, 64KiB, 100MiB, 1GiB. */
public final class ByteCount {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(B|KiB|MiB|GiB|)");
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");

    private ByteCount() {}

    /**
     * Returns the number of bytes.
     *
     * @throws BadSpecException if the text is not a size
     */
    public static long of(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new BadSpecException("\"" + text + "\" is not a size. Write it as 4KiB, 100MiB or 1GiB");
        }
        int unit = Math.max(0, UNITS.indexOf(matcher.group(2)));
        return Long.parseLong(matcher.group(1)) << (10 * unit);
    }

    /** Formats a number of bytes for the reader: 1.5 GiB. */
    public static String text(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= 1024 && unit < UNITS.size() - 1) {
            amount /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, amount == Math.rint(amount) ? "%.0f %s" : "%.1f %s", amount, UNITS.get(unit));
    }
}
