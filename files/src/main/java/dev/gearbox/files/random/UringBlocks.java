package dev.gearbox.files.random;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.engines.linux.uring.FileRing;
import dev.gearbox.files.BlockStrategy;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.OpenRing;
import dev.gearbox.files.method.Sizes;
import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** io_uring with pinned buffers: several blocks in flight, one system call to submit and wait. Blocks complete in any order. */
final class UringBlocks implements FileMethod<BlockStrategy> {
    /** Whether to bypass the page cache. */
    static Parameter direct() {
        return Parameter.Choice.flag("direct", false, "whether to pass the page cache by (O_DIRECT)");
    }

    @Override
    public ModelCard card() {
        return new ModelCard(
                "uring",
                "io_uring with pinned buffers, several blocks under way",
                "io_uring(7)",
                Set.of(),
                List.of(direct(), Sizes.depth(32)));
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence().or(FileRing::absence);
    }

    @Override
    public BlockStrategy create(Parameters parameters) {
        return new Strategy(parameters.integer("depth"), parameters.flag("direct"));
    }

    private static final class Strategy implements BlockStrategy {
        private final FileCalls calls = new FileCalls();
        private final int depth;
        private final boolean direct;
        private @Nullable OpenRing ring;
        private int ringSize;
        private int next;
        private int shortReads;

        Strategy(int depth, boolean direct) {
            this.depth = depth;
            this.direct = direct;
        }

        @Override
        public void read(Path source, long[] blocks, int size, ByteSink sink) throws IOException {
            OpenRing rings = rings(size);
            FileRing open = rings.get();
            try (NativeFile in = direct ? NativeFile.readDirect(calls, source) : NativeFile.read(calls, source)) {
                int file = in.descriptor();
                next = 0;
                shortReads = 0;
                for (int buffer = 0; buffer < depth && next < blocks.length; buffer++) {
                    open.read(file, blocks[next++] * size, buffer, 0, size);
                }
                while (open.isPending()) {
                    rings.await(source, (buffer, result) -> {
                        if (result != size) {
                            shortReads++;
                            return;
                        }
                        sink.accept(open.buffer(buffer).asByteBuffer());
                        if (next < blocks.length) {
                            open.read(file, blocks[next++] * size, buffer, 0, size);
                        }
                    });
                }
                if (shortReads > 0) {
                    throw new EOFException(source + " has " + shortReads + " blocks that are not whole");
                }
            }
        }

        private OpenRing rings(int size) {
            OpenRing open = ring;
            if (open == null || ringSize != size) {
                close();
                open = new OpenRing(depth, size);
                ring = open;
                ringSize = size;
            }
            return open;
        }

        @Override
        public void close() {
            if (ring != null) {
                ring.close();
            }
        }
    }
}
