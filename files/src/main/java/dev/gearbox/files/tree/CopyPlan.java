package dev.gearbox.files.tree;

import dev.gearbox.files.system.PathBytes;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything to copy, determined before the first file is copied.
 *
 * @param folders from the top down: each comes after its parent
 * @param files files of all kinds except folders
 * @param bytes the total size of the regular files
 * @param skipped devices, pipes and sockets that are left out
 */
record CopyPlan(List<Entry> folders, List<Entry> files, long bytes, List<Path> skipped) {
    private static final Path CURRENT = Path.of(".");

    CopyPlan {
        folders = List.copyOf(folders);
        files = List.copyOf(files);
        skipped = List.copyOf(skipped);
    }

    /** A file or folder to copy. */
    static final class Entry implements CopiedFile {
        private final @Nullable Entry folder;
        private final byte[] sourceName;
        private final byte[] targetName;
        private final @Nullable Path source;
        private final @Nullable Path target;
        private final UnixAttributes attributes;
        private final @Nullable UnixAttributes there;

        /**
         * Creates an entry.
         *
         * @param source the source path
         * @param target the target path
         * @param attributes the attributes of the source
         * @param there the attributes of the existing target; null: the target does not exist
         */
        Entry(Path source, Path target, UnixAttributes attributes, @Nullable UnixAttributes there) {
            this.folder = null;
            this.source = source;
            this.target = target;
            this.sourceName = PathBytes.name(source);
            this.targetName = PathBytes.name(target);
            this.attributes = attributes;
            this.there = there;
        }

        /** As above, for a file in a folder that is copied. Of a large tree, names take less memory than paths. */
        Entry(Entry folder, byte[] name, UnixAttributes attributes, @Nullable UnixAttributes there) {
            this.folder = folder;
            this.source = null;
            this.target = null;
            this.sourceName = name;
            this.targetName = name;
            this.attributes = attributes;
            this.there = there;
        }

        @Override
        public Path source() {
            return source != null ? source : PathBytes.resolve(sourceFolder(), sourceName);
        }

        @Override
        public Path target() {
            return target != null ? target : PathBytes.resolve(targetFolder(), targetName);
        }

        /** Returns the last name of the source path. */
        byte[] sourceName() {
            return sourceName;
        }

        /** Returns the last name of the target path. */
        byte[] targetName() {
            return targetName;
        }

        Path sourceFolder() {
            return folder != null ? folder.source() : parent(source());
        }

        Path targetFolder() {
            return folder != null ? folder.target() : parent(target());
        }

        private static Path parent(Path file) {
            Path parent = file.getParent();
            return parent == null ? CURRENT : parent;
        }

        /** Returns whether this is in the folder of another file, and goes to the folder where that goes. */
        boolean isBeside(Entry other) {
            boolean open = folder != null || other.folder != null;
            return open
                    ? folder == other.folder
                    : sourceFolder().equals(other.sourceFolder())
                            && targetFolder().equals(other.targetFolder());
        }

        UnixAttributes attributes() {
            return attributes;
        }

        @Nullable
        UnixAttributes there() {
            return there;
        }

        /** Returns whether the existing target is a complete copy already. */
        boolean isThere() {
            return there != null && there.isCopyOf(attributes);
        }
    }
}
