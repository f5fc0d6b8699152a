package dev.gearbox.files.tree;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Copies files and trees as {@code cp -a} does: links as links, hard links as hard links, holes as holes, with owner, permissions and times.
 * <pre>
 *   survey ─ free space? ─ create folders ─ copy files, several at once ─ hard links ─ metadata of folders
 * </pre>
 * If it is stopped at any point, even by kill -9, only complete copies have final names; the same call continues from there.
 */
public final class TreeCopy {
    static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final CopyOptions options;
    private final CopyListener listener;
    private final OwnIds own;
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong copied = new AtomicLong();
    private final AtomicLong kept = new AtomicLong();
    /** Set when the disk is full, or in similar cases: all further files would fail as well. */
    private final AtomicBoolean hopeless = new AtomicBoolean();

    private TreeCopy(CopyOptions options, CopyListener listener, OwnIds own) {
        this.options = options;
        this.listener = listener;
        this.own = own;
    }

    /**
     * Copies files and trees.
     *
     * @param sources files and folders
     * @param target a folder to copy them into, or the new name of a single source
     * @throws CopyException if they cannot be copied; nothing was done
     * @throws InterruptedException if the thread is interrupted; all files under final names are complete
     */
    public static CopyResult run(List<Path> sources, Path target, CopyOptions options, CopyListener listener)
            throws InterruptedException {
        OwnIds own = ownIds();
        CopyPlan plan = CopySurvey.of(sources, target, options, own);
        return new TreeCopy(options, listener, own).run(plan, target);
    }

    private static OwnIds ownIds() {
        try {
            return OwnIds.read();
        } catch (IOException cannot) {
            throw new CopyException(
                    "cannot determine the user of this process: " + Reasons.of(cannot) + ". Mount /proc", cannot);
        }
    }

    private CopyResult run(CopyPlan plan, Path target) throws InterruptedException {
        plan.skipped().forEach(listener::skipped);
        listener.planned(plan.files().size(), plan.bytes());
        Map<UnixAttributes.FileId, CopyPlan.Entry> firstNames = new HashMap<>();
        List<CopyPlan.Entry> files = new ArrayList<>();
        List<CopyPlan.Entry> furtherNames = new ArrayList<>();
        for (CopyPlan.Entry entry : plan.files()) {
            boolean further = entry.attributes().isRegular()
                    && entry.attributes().links() > 1
                    && firstNames.putIfAbsent(entry.attributes().id(), entry) != null;
            (further ? furtherNames : files).add(entry);
        }
        FreeSpace.require(files, target, options);
        makeFolders(plan, target);
        copyAll(files);
        for (CopyPlan.Entry entry : furtherNames) {
            CopyPlan.Entry first = firstNames.get(entry.attributes().id());
            attempt(entry, () -> link(entry, Objects.requireNonNull(first).target()));
        }
        if (failures.isEmpty()
                && plan.folders().stream().anyMatch(folder -> folder.target().equals(target))) {
            finish(target);
        }
        for (CopyPlan.Entry folder : plan.folders().reversed()) {
            attempt(folder, () -> Metadata.applyToFolder(folder));
        }
        return new CopyResult(
                plan.files().size(),
                copied.get(),
                kept.get(),
                plan.bytes(),
                plan.folders().size(),
                failures);
    }

    private static void finish(Path target) {
        try {
            UnfinishedMark.remove(target);
        } catch (IOException cannot) {
            throw new CopyException(
                    "cannot remove " + target.resolve(UnfinishedMark.NAME) + ": " + Reasons.of(cannot)
                            + ". The copy is complete; remove this file",
                    cannot);
        }
    }

    /** Creates the folders. Existing ones are cleared of what a killed copy left in them. */
    private static void makeFolders(CopyPlan plan, Path target) {
        try {
            Path parent = target.toAbsolutePath().normalize().getParent();
            Path top = Files.isDirectory(target) || parent == null ? target : parent;
            PartNames.removeAbandoned(top);
            for (CopyPlan.Entry folder : plan.folders()) {
                if (folder.target().equals(target) && !Files.exists(target)) {
                    UnfinishedMark.make(target, folder.source());
                } else {
                    makeFolder(folder.target());
                }
            }
        } catch (IOException cannot) {
            throw new CopyException(
                    "cannot create " + named(cannot, target) + ": " + Reasons.of(cannot)
                            + ". Give a target that can be written",
                    cannot);
        }
    }

    /** Returns the file that a failure is about; a temporary name means the target itself. */
    private static Path named(IOException failure, Path target) {
        Path file = failure instanceof FileSystemException at && at.getFile() != null ? Path.of(at.getFile()) : target;
        return PartNames.isPart(file) ? target : file;
    }

    /** Creates a folder that only this user can access until its contents are complete; then it gets the permissions of its source. */
    private static void makeFolder(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, PRIVATE);
        } catch (FileAlreadyExistsException there) {
            PartNames.removeAbandoned(folder);
            if (!Files.isWritable(folder)) {
                Files.setAttribute(
                        folder, "unix:mode", UnixAttributes.of(folder).permissions() | 0700);
            }
        }
    }

    private interface CopyStep {
        void run() throws IOException;
    }

    /** Runs a step, and records why it failed if it did. */
    private void attempt(CopyPlan.Entry entry, CopyStep step) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while files were copied");
        }
        if (hopeless.get()) {
            return;
        }
        try {
            step.run();
        } catch (ClosedByInterruptException stopped) {
            throw new InterruptedException("interrupted while files were copied");
        } catch (IOException failed) {
            failed(entry, failed);
        }
    }

    private void failed(CopyPlan.Entry entry, IOException failed) {
        String reason = Reasons.of(failed);
        failures.add(entry.source() + " was not copied to " + entry.target() + ": " + reason);
        if (reason.startsWith("No space left") || reason.startsWith("Disk quota") || reason.startsWith("Read-only")) {
            hopeless.set(true);
        }
    }

    private void copyAll(List<CopyPlan.Entry> files) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        List<List<CopyPlan.Entry>> batches = CopyBatches.of(files);
        CopyThreads.run(Math.clamp(batches.size(), 1, options.threads()), "copy", () -> work(batches, next));
    }

    private void work(List<List<CopyPlan.Entry>> batches, AtomicInteger next) throws InterruptedException {
        try (FileCopier copier = new FileCopier(options, listener, own)) {
            for (int i = next.getAndIncrement(); i < batches.size(); i = next.getAndIncrement()) {
                copyBatch(copier, batches.get(i));
            }
        }
    }

    /** Copies files of one folder. A file that fails does not stop the others. */
    private void copyBatch(FileCopier copier, List<CopyPlan.Entry> batch) throws InterruptedException {
        try (FolderPair folders = copier.folders(batch.getFirst())) {
            for (CopyPlan.Entry entry : batch) {
                attempt(entry, () -> copy(copier, entry, folders));
            }
        } catch (IOException cannot) {
            throw new CopyException(
                    "cannot close the folder of " + batch.getFirst().target() + ": " + Reasons.of(cannot)
                            + ". Run the same command again to resume",
                    cannot);
        }
    }

    private void copy(FileCopier copier, CopyPlan.Entry entry, FolderPair folders) throws IOException {
        if (!options.again() && entry.isThere() && isSameLink(entry)) {
            if (options.verify() && entry.attributes().isRegular()) {
                copier.verify(entry, entry.target());
            }
            kept.incrementAndGet();
            listener.bytes(entry.attributes().isRegular() ? entry.attributes().size() : 0);
            listener.copied(entry, new CopyWay(CopyWay.Method.KEPT, "it exists with the same length and time"));
            return;
        }
        CopyWay way = entry.attributes().isLink() ? symbolicLink(entry) : copier.copy(entry, folders);
        copied.incrementAndGet();
        listener.copied(entry, way);
    }

    private static boolean isSameLink(CopyPlan.Entry entry) throws IOException {
        return !entry.attributes().isLink()
                || Files.readSymbolicLink(entry.source()).equals(Files.readSymbolicLink(entry.target()));
    }

    private static CopyWay symbolicLink(CopyPlan.Entry entry) throws IOException {
        Path part = PartNames.beside(entry.target());
        try {
            Files.createSymbolicLink(part, Files.readSymbolicLink(entry.source()));
            Metadata.applyToLink(part, entry.attributes());
            replace(part, entry.target());
        } finally {
            Files.deleteIfExists(part);
        }
        return new CopyWay(CopyWay.Method.SYMBOLIC_LINK, "the source is one");
    }

    private static void replace(Path part, Path target) throws IOException {
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void link(CopyPlan.Entry entry, Path first) throws IOException {
        UnixAttributes of = UnixAttributes.of(first);
        UnixAttributes there = attributes(entry.target());
        listener.bytes(entry.attributes().size());
        if (there != null && there.id().equals(of.id())) {
            kept.incrementAndGet();
            return;
        }
        Path part = PartNames.beside(entry.target());
        try {
            Files.createLink(part, first);
            replace(part, entry.target());
        } finally {
            Files.deleteIfExists(part);
        }
        copied.incrementAndGet();
        listener.copied(entry, new CopyWay(CopyWay.Method.HARD_LINK, "the source is another name of a copied file"));
    }

    private static @Nullable UnixAttributes attributes(Path file) throws IOException {
        try {
            return UnixAttributes.of(file);
        } catch (NoSuchFileException none) {
            return null;
        }
    }
}
