package dev.gearbox.files.tree;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import dev.gearbox.files.system.NativeFolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies regular files, one after another. Not thread-safe. A copy is created without a name, gets the metadata of its source, and then its final name. If
 * the target exists, the copy is to be verified, or the file system has no files without names, it has a temporary name instead and is renamed atomically.
 * Either way the final name is always either the complete copy or the previous file.
 * <pre>
 *   open ─ clone?  ─ yes ─────────────────────┐
 *            no ─ holes? ─ data only ─────────┤
 *                 small? ─ read, write ───────┼─ owner, mode, times ─ (sync) ─ unchanged? ─ link, or (verify) and rename
 *                 else   ─ copy_file_range ───┘
 * </pre>
 */
final class FileCopier implements AutoCloseable {
    /** Up to this size a read and a write are cheaper than copy_file_range with its path through the file systems. */
    static final int SMALL = 32 << 10;

    /** A file of at most this length cannot have both a hole and data. */
    private static final int PAGE = 4096;

    /** Small enough to stay in the cache of a processor between the read and the write. */
    private static final int BUFFER = 256 << 10;

    /** The number of bytes copied by one call: small enough to notice an interruption, and to show progress, several times a second. */
    private static final long AT_ONCE = 64 << 20;

    private final FileCalls calls = new FileCalls();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private final long address = MemorySegment.ofBuffer(buffer).address();
    private final CopyOptions options;
    private final CopyListener listener;
    private final OwnIds own;
    private @Nullable CopyVerifier verification;
    private final List<DevicePair> devices = new ArrayList<>();
    /** The name of the copy until it is complete. */
    private String part = PartNames.next();

    private byte[] partName = part.getBytes(StandardCharsets.US_ASCII);

    /** A pair of file systems. What fails once between them is not tried again. */
    private static final class DevicePair {
        private final long source;
        private final long target;
        private boolean withoutClones;
        private boolean withoutRanges;
        private boolean withoutUnnamed;

        DevicePair(long source, long target) {
            this.source = source;
            this.target = target;
            this.withoutClones = source != target;
        }
    }

    FileCopier(CopyOptions options, CopyListener listener, OwnIds own) {
        this.options = options;
        this.own = own;
        this.listener = listener;
    }

    /** Returns the folders of a file and of its copy, for this copier. To be closed after their last file. */
    FolderPair folders(CopyPlan.Entry entry) {
        return new FolderPair(calls, entry);
    }

    /**
     * Copies a file.
     *
     * @param folders the folders of the file and of its copy
     * @throws ClosedByInterruptException if the thread is interrupted; nothing of the copy is left
     */
    CopyWay copy(CopyPlan.Entry entry, FolderPair folders) throws IOException {
        DevicePair pair = devices(entry, folders);
        // A name can be given to a file only if no other has it, and a file is read back by its name.
        if (entry.there() == null && !options.verify() && !pair.withoutUnnamed) {
            CopyWay way = copyUnnamed(entry, folders, pair);
            if (way != null) {
                return way;
            }
            pair.withoutUnnamed = true;
        }
        return copyNamed(entry, folders, pair);
    }

    /** Copies to a file without a name, which then gets its final one; returns null if the system cannot do that. */
    private @Nullable CopyWay copyUnnamed(CopyPlan.Entry entry, FolderPair folders, DevicePair pair)
            throws IOException {
        int permissions = Metadata.initialPermissions(entry, folders.attributes(), own);
        try (NativeFile in = folders.source().read(entry.sourceName());
                NativeFile out = folders.target().createUnnamed(permissions)) {
            if (out == null) {
                return null;
            }
            CopyWay way = whole(entry, in, out, folders, pair, permissions);
            return switch (folders.target().link(out, entry.targetName())) {
                case DONE -> way;
                case TAKEN -> replace(entry, folders, out, way);
                case REFUSED -> null;
            };
        }
    }

    /** Replaces a file that another program has created meanwhile. */
    private @Nullable CopyWay replace(CopyPlan.Entry entry, FolderPair folders, NativeFile copy, CopyWay way)
            throws IOException {
        boolean renamed = false;
        try {
            if (folders.target().link(copy, partName) != NativeFolder.Linked.DONE) {
                return null;
            }
            folders.target().rename(partName, entry.targetName());
            renamed = true;
            return way;
        } finally {
            if (!renamed) {
                removePart(folders);
            }
        }
    }

    /** Copies to a file with a temporary name, which is then renamed. */
    private CopyWay copyNamed(CopyPlan.Entry entry, FolderPair folders, DevicePair pair) throws IOException {
        int permissions = Metadata.initialPermissions(entry, folders.attributes(), own);
        boolean renamed = false;
        try {
            CopyWay way;
            try (NativeFile in = folders.source().read(entry.sourceName());
                    NativeFile out = folders.target().create(partName, permissions)) {
                way = whole(entry, in, out, folders, pair, permissions);
            }
            if (options.verify()) {
                verify(entry, entry.target().resolveSibling(part));
            }
            folders.target().rename(partName, entry.targetName());
            renamed = true;
            return way;
        } finally {
            if (!renamed) {
                removePart(folders);
            }
        }
    }

    /** Copies contents and metadata. */
    private CopyWay whole(
            CopyPlan.Entry entry, NativeFile in, NativeFile out, FolderPair folders, DevicePair pair, int permissions)
            throws IOException {
        CopyWay way = bytes(entry, in, out, pair);
        Metadata.apply(entry, in, out, folders.created(out, permissions));
        if (options.sync()) {
            out.sync();
        }
        if (!entry.attributes().isStill(in.status())) {
            throw new FileSystemException(
                    entry.source().toString(),
                    null,
                    "it changed while it was copied. Copy it again when nothing writes to it");
        }
        return way;
    }

    private void removePart(FolderPair folders) throws IOException {
        byte[] failed = partName;
        // Another name for the next copy, even if this one cannot be removed.
        nextPart();
        folders.target().removeIfThere(failed);
    }

    private void nextPart() {
        part = PartNames.next();
        partName = part.getBytes(StandardCharsets.US_ASCII);
    }

    private DevicePair devices(CopyPlan.Entry entry, FolderPair folders) throws IOException {
        long source = entry.attributes().device();
        long target = folders.attributes().device();
        for (DevicePair known : devices) {
            if (known.source == source && known.target == target) {
                return known;
            }
        }
        DevicePair added = new DevicePair(source, target);
        devices.add(added);
        return added;
    }

    private CopyWay bytes(CopyPlan.Entry entry, NativeFile in, NativeFile out, DevicePair devices) throws IOException {
        long size = entry.attributes().size();
        if (size == 0) {
            return new CopyWay(CopyWay.Method.EMPTY, "it is empty");
        }
        if (!devices.withoutClones) {
            if (out.cloneIfPossible(in)) {
                listener.bytes(size);
                return new CopyWay(CopyWay.Method.CLONE, "the file system can share blocks");
            }
            devices.withoutClones = true;
        }
        if (size > PAGE && in.nextHole(0) < size) {
            dataOnly(entry, in, out, size, devices);
            return new CopyWay(CopyWay.Method.DATA_ONLY, "it has holes");
        }
        if (size <= SMALL) {
            readAndWrite(entry, in, out, 0, size);
            return new CopyWay(CopyWay.Method.READ_WRITE, "small: one read and one write are cheapest");
        }
        in.sequential();
        if (range(entry, in, out, 0, size, devices)) {
            return new CopyWay(
                    CopyWay.Method.COPY_RANGE,
                    devices.source == devices.target
                            ? "large, within one file system: the kernel copies"
                            : "large: the kernel can copy between these file systems");
        }
        readAndWrite(entry, in, out, 0, size);
        return new CopyWay(CopyWay.Method.READ_WRITE, "the kernel cannot copy between these file systems");
    }

    /** Returns whether the kernel copied the range; if not, nothing was written. */
    private boolean range(
            CopyPlan.Entry entry, NativeFile in, NativeFile out, long offset, long end, DevicePair devices)
            throws IOException {
        if (devices.withoutRanges) {
            return false;
        }
        in.position(offset);
        out.position(offset);
        for (long at = offset; at < end; ) {
            stopIfInterrupted();
            long count = in.copyRangeIfPossible(out, Math.min(AT_ONCE, end - at));
            if (count < 0 && at == offset) {
                devices.withoutRanges = true;
                return false;
            }
            if (count <= 0) {
                throw shrunk(entry);
            }
            at += count;
            listener.bytes(count);
        }
        return true;
    }

    private void readAndWrite(CopyPlan.Entry entry, NativeFile in, NativeFile out, long offset, long end)
            throws IOException {
        for (long at = offset; at < end; ) {
            stopIfInterrupted();
            int count = in.read(address, (int) Math.min(BUFFER, end - at), at);
            if (count == 0) {
                throw shrunk(entry);
            }
            out.write(address, count, at);
            at += count;
            listener.bytes(count);
        }
    }

    private void dataOnly(CopyPlan.Entry entry, NativeFile in, NativeFile out, long size, DevicePair devices)
            throws IOException {
        long at = 0;
        for (long data; at < size && (data = in.nextData(at)) >= 0; ) {
            listener.bytes(data - at);
            long end = Math.min(in.nextHole(data), size);
            if (end <= data) {
                throw shrunk(entry);
            }
            if (!range(entry, in, out, data, end, devices)) {
                readAndWrite(entry, in, out, data, end);
            }
            at = end;
        }
        listener.bytes(size - at);
        out.truncate(size);
    }

    private static FileSystemException shrunk(CopyPlan.Entry entry) {
        return new FileSystemException(
                entry.source().toString(),
                null,
                "it became shorter while it was copied. Copy it again when nothing writes to it");
    }

    private static void stopIfInterrupted() throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new ClosedByInterruptException();
        }
    }

    /** Compares a copy with its source, see {@link CopyVerifier}. */
    void verify(CopyPlan.Entry entry, Path copy) throws IOException {
        CopyVerifier verifier = verification;
        if (verifier == null) {
            verifier = new CopyVerifier();
            verification = verifier;
        }
        verifier.verify(entry.source(), copy);
    }

    @Override
    public void close() {
        if (verification != null) {
            verification.close();
        }
    }
}
