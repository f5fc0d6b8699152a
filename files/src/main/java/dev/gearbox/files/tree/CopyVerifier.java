package dev.gearbox.files.tree;

import dev.gearbox.files.Digest;
import dev.gearbox.files.PageCache;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.read.ReadStrategies;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Compares copies with their sources. A copy is read from the disk, provided that the system drops its cached pages. Not thread-safe. */
final class CopyVerifier implements AutoCloseable {
    private final PageCache cache = new PageCache();
    private final ReadStrategy reader = ReadStrategies.create("channel-direct?buffer=1048576");

    /** Returns if the copy is equal to its source. */
    void verify(Path source, Path copy) throws IOException {
        cache.forget(copy);
        Digest expected = new Digest();
        Digest found = new Digest();
        long lengths = reader.read(source, expected) - reader.read(copy, found);
        if (lengths != 0 || expected.value() != found.value()) {
            throw new FileSystemException(
                    copy.toString(), null, "it was read back and differs from " + source + ". Check the disk");
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
