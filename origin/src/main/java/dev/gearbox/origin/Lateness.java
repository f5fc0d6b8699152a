package dev.gearbox.origin;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** How much later than intended an instrument began its answers, in nanoseconds. From any thread. */
public final class Lateness {
    private static final int DIGITS = 3;

    private final Recorder recorder = new Recorder(DIGITS);
    private final Histogram soFar = new Histogram(DIGITS);

    /**
     * Records an answer that begins now.
     *
     * @param due when it should have begun, on the clock of {@link System#nanoTime}
     */
    public void record(long due) {
        recorder.recordValue(Math.max(0, System.nanoTime() - due));
    }

    /** Returns a copy of everything recorded. */
    public synchronized Histogram soFar() {
        soFar.add(recorder.getIntervalHistogram());
        return soFar.copy();
    }

    /** Returns a histogram as the lab reads it: Base64 of HdrHistogram's compressed form. */
    public static String encoded(Histogram lateness) {
        ByteBuffer buffer = ByteBuffer.allocate(lateness.getNeededByteBufferCapacity());
        int length = lateness.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }
}
