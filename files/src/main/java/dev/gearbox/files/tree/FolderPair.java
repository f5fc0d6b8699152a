package dev.gearbox.files.tree;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.FileStatus;
import dev.gearbox.files.system.NativeFile;
import dev.gearbox.files.system.NativeFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The folder of some files, and that of their copies. They are opened when the first file needs them and stay open, so that the system looks up their paths
 * once; what is the same for all files is asked for once. Not thread-safe.
 */
final class FolderPair implements AutoCloseable {
    private final FileCalls calls;
    private final Path sourcePath;
    private final Path targetPath;
    private @Nullable NativeFolder source;
    private @Nullable NativeFolder target;
    private @Nullable UnixAttributes attributes;
    private @Nullable FileStatus created;
    private int requested;

    FolderPair(FileCalls calls, CopyPlan.Entry entry) {
        this.calls = calls;
        this.sourcePath = entry.sourceFolder();
        this.targetPath = entry.targetFolder();
    }

    NativeFolder source() throws IOException {
        NativeFolder open = source;
        if (open == null) {
            open = NativeFolder.open(calls, sourcePath);
            source = open;
        }
        return open;
    }

    NativeFolder target() throws IOException {
        NativeFolder open = target;
        if (open == null) {
            open = NativeFolder.open(calls, targetPath);
            target = open;
        }
        return open;
    }

    /** Returns the attributes of the folder of the copies. */
    UnixAttributes attributes() throws IOException {
        UnixAttributes known = attributes;
        if (known == null) {
            known = UnixAttributes.of(target().status());
            attributes = known;
        }
        return known;
    }

    /**
     * Returns the owner and the permissions that a file got when it was created. They follow from the permissions that were asked for, the folder and this
     * process, so the system is asked again only when other ones were asked for.
     */
    FileStatus created(NativeFile file, int permissions) throws IOException {
        FileStatus known = created;
        if (known == null || requested != permissions) {
            known = file.status();
            created = known;
            requested = permissions;
        }
        return known;
    }

    @Override
    public void close() throws IOException {
        try (NativeFolder _ = source;
                NativeFolder _ = target) {
            source = null;
            target = null;
        }
    }
}
