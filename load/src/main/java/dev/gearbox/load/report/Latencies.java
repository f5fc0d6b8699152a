package dev.gearbox.load.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.gearbox.load.plan.BadPlanException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;

/**
 * The times of many requests in nanoseconds: an immutable HdrHistogram with three significant digits. Merging loses nothing
 * ({@link #histogram()} and {@link Histogram#add}).
 */
public final class Latencies {
    /** The maximum, an hour; longer times are recorded as this. */
    public static final long HIGHEST = 3_600_000_000_000L;

    private static final int DIGITS = 3;

    /** Latencies without any request. */
    static final Latencies NONE = new Latencies();

    private final Histogram histogram;

    /** Latencies without any request: the default in a report that lacks them. */
    private Latencies() {
        this(recorder());
    }

    private Latencies(Histogram histogram) {
        this.histogram = histogram;
    }

    /** Returns an empty histogram for the generator to record into; all its memory is allocated up front. */
    static Histogram recorder() {
        return new Histogram(HIGHEST, DIGITS);
    }

    /** Returns a copy of what was recorded. */
    public static Latencies of(Histogram recorded) {
        return new Latencies(recorded.copy());
    }

    /** Returns the number of requests. */
    public long count() {
        return histogram.getTotalCount();
    }

    /**
     * Returns the time within which a share of the requests was completed.
     *
     * @param share 0 to 1, such as 0.99
     * @return nanoseconds; 0 when there was no request
     */
    public long quantile(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share: " + share + " is out of range: 0 to 1");
        }
        return count() == 0 ? 0 : histogram.getValueAtPercentile(share * 100);
    }

    /** Returns the longest time in nanoseconds, 0 when there was no request. */
    public long max() {
        return histogram.getMaxValue();
    }

    /** Returns the mean in nanoseconds, 0 when there was no request. */
    public double mean() {
        return count() == 0 ? 0 : histogram.getMean();
    }

    /** Returns a copy, to add to others or to write to a log. */
    public Histogram histogram() {
        return histogram.copy();
    }

    /** Returns the compressed V2 encoding of HdrHistogram, in base64. */
    public String encoded() {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * Decodes the text that {@link #encoded} returns.
     *
     * @throws BadPlanException if the text is not an encoded histogram
     */
    @JsonCreator
    public static Latencies decode(String encoded) {
        try {
            return new Latencies(Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), HIGHEST));
        } catch (DataFormatException | RuntimeException e) {
            throw new BadPlanException("not a histogram: " + e.getMessage());
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Latencies latencies && histogram.equals(latencies.histogram);
    }

    @Override
    public int hashCode() {
        return histogram.hashCode();
    }

    @Override
    public String toString() {
        return count() + " requests, p50 " + quantile(0.5) + " ns, p99 " + quantile(0.99) + " ns, max " + max() + " ns";
    }
}
