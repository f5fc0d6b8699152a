package dev.gearbox.studies.filecopy.job;

import dev.gearbox.files.BlockStrategy;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.Digest;
import dev.gearbox.subject.JobLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Reads blocks of a file in random order, the same for every row, and checks afterwards that each arrived complete, by the sum of their digests. */
final class RandomBlocks {
    /** The size of a block in bytes. */
    static final int SIZE = 4096;

    private static final long SEED = 42;

    private RandomBlocks() {}

    /** Reads a number of blocks; each is a unit of the job. */
    static void run(Path file, int count, long fileBytes, BlockStrategy strategy, JobLog log) throws IOException {
        long[] blocks = new SplittableRandom(SEED)
                .longs(count, 0, Math.max(1, fileBytes / SIZE))
                .toArray();
        Sum sum = new Sum(log);
        strategy.read(file, blocks, SIZE, sum);
        log.pause();
        if (sum.sum != expected(file, blocks)) {
            throw new IOException("the blocks that were read are not those of the file");
        }
        log.resume();
    }

    private static long expected(Path file, long[] blocks) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
        long sum = 0;
        try (FileChannel in = FileChannel.open(file)) {
            for (long block : blocks) {
                buffer.clear();
                int read;
                do {
                    read = in.read(buffer, block * SIZE + buffer.position());
                } while (read > 0);
                sum += digest(buffer.flip());
            }
        }
        return sum;
    }

    private static long digest(ByteBuffer block) {
        Digest digest = new Digest();
        digest.accept(block);
        return digest.value();
    }

    /** The sum of the digests, which does not depend on the order of the blocks. A unit lasts from one block to the next. */
    private static final class Sum implements ByteSink {
        private final JobLog log;
        private long last;
        private long sum;

        Sum(JobLog log) {
            this.log = log;
            last = log.now();
        }

        @Override
        public void accept(int value) {
            throw new IllegalStateException("blocks come whole");
        }

        @Override
        public void accept(byte[] bytes, int offset, int length) {
            accept(ByteBuffer.wrap(bytes, offset, length));
        }

        @Override
        public void accept(ByteBuffer bytes) {
            sum += digest(bytes);
            long now = log.now();
            log.completed(last, now);
            last = now;
        }
    }
}
