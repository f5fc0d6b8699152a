package dev.gearbox.check.oracle;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Records when a server began and ended each service, in memory that a file shares with a later reader: the server does only three stores for each
 * request. The clock is {@link System#nanoTime}, which all processes of a machine share.
 */
public final class ServiceLog {
    /** The capacity; services beyond it are not recorded, and the reader reports that. */
    static final int CAPACITY = 400_000;

    private static final int FIELDS = 3;

    private final LongBuffer entries;
    private int count;

    private ServiceLog(LongBuffer entries) {
        this.entries = entries;
    }

    /** Creates a log; all its pages are allocated before the first request. */
    static ServiceLog create(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer map =
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, (1L + (long) FIELDS * CAPACITY) * Long.BYTES);
            LongBuffer entries = map.order(ByteOrder.nativeOrder()).asLongBuffer();
            for (int i = 0; i < entries.capacity(); i++) {
                entries.put(i, 0);
            }
            return new ServiceLog(entries);
        }
    }

    /**
     * Adds a service.
     *
     * @param behind whether the request was found together with the previous one, so that there was no wait in between
     */
    void add(long began, long ended, boolean behind) {
        if (count < CAPACITY) {
            int at = 1 + FIELDS * count;
            entries.put(at, began);
            entries.put(at + 1, ended);
            entries.put(at + 2, behind ? 1 : 0);
        }
        count++;
        entries.put(0, count);
    }

    /** The services of a log, oldest first. */
    public static final class Services {
        private final long[] began;
        private final long[] ended;
        private final boolean[] behind;

        private Services(int count) {
            began = new long[count];
            ended = new long[count];
            behind = new boolean[count];
        }

        int count() {
            return began.length;
        }

        /** Returns the duration of each, in ns. */
        public long[] lengths() {
            long[] lengths = new long[count()];
            Arrays.setAll(lengths, i -> ended[i] - began[i]);
            return lengths;
        }

        /** Returns the server's overhead between two services without a wait: the median, in ns; 0 if there was none. */
        public long overhead() {
            long[] gaps = new long[count()];
            int found = 0;
            for (int i = 1; i < count(); i++) {
                if (behind[i]) {
                    gaps[found++] = began[i] - ended[i - 1];
                }
            }
            Arrays.sort(gaps, 0, found);
            return found == 0 ? 0 : gaps[found / 2];
        }
    }

    /**
     * Reads a log.
     *
     * @throws IOException if it cannot be read, or if more was served than it holds
     */
    public static Services read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            LongBuffer entries = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
                    .order(ByteOrder.nativeOrder())
                    .asLongBuffer();
            long count = entries.get(0);
            if (count > CAPACITY) {
                throw new IOException("the server served " + count + " requests and its log holds " + CAPACITY);
            }
            int n = (int) count;
            var services = new Services(n);
            for (int i = 0; i < n; i++) {
                services.began[i] = entries.get(1 + FIELDS * i);
                services.ended[i] = entries.get(2 + FIELDS * i);
                services.behind[i] = entries.get(3 + FIELDS * i) != 0;
            }
            return services;
        }
    }
}
