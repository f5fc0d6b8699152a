package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.engines.linux.uring.FileRing;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.OpenRing;
import dev.gearbox.files.method.Sizes;
import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * io_uring with pinned buffers: several reads in flight, one system call to submit and wait. A read of cached pages completes within that call;
 * others wait for the disk in the kernel, and with O_DIRECT without a thread. Reads complete in any order; the sink gets the bytes in file order.
 */
final class UringRead implements FileMethod<ReadStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "uring",
                "io_uring with pinned buffers, several reads in flight",
                "io_uring(7)",
                Set.of(),
                List.of(
                        Sizes.alignedBuffer(128 << 10),
                        Sizes.depth(4),
                        Parameter.Choice.flag("direct", false, "whether to bypass the page cache (O_DIRECT)")));
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence().or(FileRing::absence);
    }

    @Override
    public ReadStrategy create(Parameters parameters) {
        int size = Sizes.aligned(parameters.integer("buffer"));
        return new Strategy(new OpenRing(parameters.integer("depth"), size), size, parameters.flag("direct"));
    }

    private static final class Strategy implements ReadStrategy {
        private final FileCalls calls = new FileCalls();
        private final OpenRing rings;
        private final int size;
        private final boolean direct;
        private final int[] filled;

        Strategy(OpenRing rings, int size, boolean direct) {
            this.rings = rings;
            this.size = size;
            this.direct = direct;
            this.filled = new int[rings.depth()];
        }

        @Override
        public long read(Path source, ByteSink sink) throws IOException {
            FileRing ring = rings.get();
            try (NativeFile in = direct ? NativeFile.readDirect(calls, source) : NativeFile.read(calls, source)) {
                return read(ring, in, source, sink);
            }
        }

        private long read(FileRing ring, NativeFile in, Path source, ByteSink sink) throws IOException {
            long length = in.size();
            long submitted = 0;
            long delivered = 0;
            int next = 0;
            int pending = 0;
            while (delivered < length) {
                for (; submitted < length && pending < filled.length; submitted += size, pending++) {
                    int buffer = (int) (submitted / size % filled.length);
                    filled[buffer] = -1;
                    ring.read(in.descriptor(), submitted, buffer, 0, size);
                }
                while (filled[next] < 0) {
                    rings.await(source, (buffer, result) -> filled[buffer] = result);
                }
                int wanted = (int) Math.min(size, length - delivered);
                ByteBuffer bytes = ring.buffer(next).asByteBuffer();
                int have = Math.min(filled[next], wanted);
                // A short read can occur before the end: the rest is read at once.
                while (have < wanted && !direct) {
                    int more = in.read(ring.buffer(next).address() + have, wanted - have, delivered + have);
                    if (more == 0) {
                        break;
                    }
                    have += more;
                }
                sink.accept(bytes.limit(have));
                delivered += have;
                pending--;
                next = (next + 1) % filled.length;
                if (have < wanted) {
                    rings.drain(source);
                    return delivered;
                }
            }
            return delivered;
        }

        @Override
        public void close() {
            rings.close();
        }
    }
}
