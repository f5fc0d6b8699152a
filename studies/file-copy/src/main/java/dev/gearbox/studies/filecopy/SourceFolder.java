package dev.gearbox.studies.filecopy;

import dev.gearbox.files.PageCache;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.studies.filecopy.job.ByteCount;
import dev.gearbox.studies.filecopy.job.FileRow;
import dev.gearbox.studies.filecopy.job.SourceFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The files of a fork: as many as its job needs, in a folder of their own at the place of the cell, with space for copies beside them. If there is not
 * enough space for all of it, nothing is created.
 */
final class SourceFolder implements Fixture {
    /** The space for copies at one time: a batch of the job, or one file if that is larger. */
    private static final long BATCH = 256 << 20;

    /** The space left free, so that other programs on the machine do not run out of it. */
    private static final long RESERVE = 256 << 20;

    private final OwnedFolder folder;
    private final List<String> notes;

    private SourceFolder(OwnedFolder folder, List<String> notes) {
        this.folder = folder;
        this.notes = notes;
    }

    /** Creates the files of a cell. */
    static SourceFolder make(JobCell cell) throws InterruptedException {
        Path place = FilePlace.of(cell).path();
        long size = FilePlace.fileBytes(cell);
        int count = cell.job().required("files").asInt();
        try {
            FileStore store = Files.getFileStore(place);
            requireRoom(
                    place,
                    store,
                    count * size + (FilePlace.kind(cell) == FileRow.Kind.COPY ? Math.max(size, BATCH) : 0));
            OwnedFolder folder = OwnedFolder.in(place);
            try {
                SourceFiles.make(folder.path(), count, size);
                return new SourceFolder(folder, notes(cell, folder.path(), store));
            } catch (IOException | RuntimeException | InterruptedException failed) {
                folder.close();
                throw failed;
            }
        } catch (IOException cannot) {
            throw new LabException(
                    "cannot create files in " + place + ": " + cannot.getMessage()
                            + ". Give a folder that can be written: --set place=FOLDER",
                    cannot);
        }
    }

    static void requireRoom(Path place, FileStore store, long needed) throws IOException {
        long free = store.getUsableSpace();
        if (free < needed + RESERVE) {
            throw new LabException(String.format(
                    Locale.ROOT,
                    "not enough space in %s: %s are free, and %s are needed. Free some space, or give another folder: --set place=FOLDER",
                    place,
                    ByteCount.text(free),
                    ByteCount.text(needed + RESERVE)));
        }
    }

    private static List<String> notes(JobCell cell, Path folder, FileStore store) throws IOException {
        String where = "The files are on " + store.type() + " (" + store.name() + ").";
        if (!cell.parameters().getOrDefault("cache", "warm").equals("cold")) {
            return List.of(where);
        }
        PageCache cache = new PageCache();
        Path first = SourceFiles.file(folder, 0);
        cache.forget(first);
        long resident = cache.resident(first);
        if (resident > 0) {
            throw new LabException("files on " + store.type() + " cannot be made cold: after fsync and"
                    + " posix_fadvise(DONTNEED) " + ByteCount.text(resident) + " of "
                    + ByteCount.text(Files.size(first))
                    + " are still in memory. Use --set cache=warm, or give another folder: --set place=FOLDER");
        }
        return List.of(
                where,
                "Cold: fsync and posix_fadvise(DONTNEED) before each batch left no page of a file in memory (mincore); caches of the disk and of a"
                        + " virtual machine's host are not reached.");
    }

    @Override
    public Map<String, String> job() {
        return Map.of("folder", folder.path().toString());
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public void close() {
        try {
            folder.close();
        } catch (IOException cannot) {
            throw new UncheckedIOException("cannot remove the files of the study: " + cannot.getMessage(), cannot);
        }
    }
}
