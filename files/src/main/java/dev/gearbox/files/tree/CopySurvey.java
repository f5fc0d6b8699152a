package dev.gearbox.files.tree;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.FileStatus;
import dev.gearbox.files.system.NativeFolder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Examines all sources and existing targets, and refuses what cannot be copied before the first file is copied: a plan is complete, or there is none.
 * Several threads examine a tree, each a folder at a time.
 */
final class CopySurvey {
    private final CopyOptions options;
    private final OwnIds own;
    private final FolderQueue<SurveyedFolder> queue = new FolderQueue<>();

    /** What was found in a folder, by the one thread that examines it. */
    private static final class SurveyedFolder {
        private final CopyPlan.@Nullable Entry entry;
        private final List<SurveyedFolder> folders = new ArrayList<>();
        private final List<CopyPlan.Entry> files = new ArrayList<>();
        private final List<Path> skipped = new ArrayList<>();
        private long bytes;

        /** Null: the top, which has the sources. */
        SurveyedFolder(CopyPlan.@Nullable Entry entry) {
            this.entry = entry;
        }

        /** Appends this and everything below to the lists; returns the number of bytes. */
        long gather(List<CopyPlan.Entry> allFolders, List<CopyPlan.Entry> allFiles, List<Path> allSkipped) {
            if (entry != null) {
                allFolders.add(entry);
            }
            allFiles.addAll(files);
            allSkipped.addAll(skipped);
            long all = bytes;
            for (SurveyedFolder folder : folders) {
                all += folder.gather(allFolders, allFiles, allSkipped);
            }
            return all;
        }
    }

    private CopySurvey(CopyOptions options, OwnIds own) {
        this.options = options;
        this.own = own;
    }

    /**
     * Plans a copy; the arguments mean the same as in {@code cp -a SOURCE... TARGET}.
     *
     * @throws CopyException if something cannot be copied, or copying it would destroy data
     */
    static CopyPlan of(List<Path> sources, Path target, CopyOptions options, OwnIds own) throws InterruptedException {
        CopySurvey survey = new CopySurvey(options, own);
        UnixAttributes there = attributesIfThere(target, true);
        boolean into = there != null && there.isFolder() && !isUnfinished(sources, target);
        if (sources.size() > 1 && !into) {
            throw new CopyException("several sources need a folder as their target, and " + target
                    + (there == null ? " does not exist. Create it, or" : " is not a folder. Give a folder, or")
                    + " copy one source at a time");
        }
        Path parent = target.toAbsolutePath().normalize().getParent();
        if (there == null && (parent == null || !Files.isDirectory(parent))) {
            throw new CopyException("cannot create " + target + ": there is no folder " + parent + ". Create it first");
        }
        SurveyedFolder top = new SurveyedFolder(null);
        Map<Path, Path> taken = new HashMap<>();
        for (Path source : sources) {
            UnixAttributes attributes = attributesIfThere(source, false);
            if (attributes == null) {
                throw new CopyException("cannot copy " + source + ": it does not exist. Check its path");
            }
            Path to = into && !isContents(source) ? target.resolve(nameOf(source)) : target;
            Path other = taken.put(to, source);
            if (other != null) {
                throw new CopyException(
                        other + " and " + source + " have the same target, " + to + ". Copy them to different folders");
            }
            requireApart(source, attributes, to);
            survey.add(top, new CopyPlan.Entry(source, to, attributes, attributesIfThere(to, false)));
        }
        if (!top.folders.isEmpty()) {
            CopyThreads.run(options.threads(), "survey", survey::examine);
        }
        List<CopyPlan.Entry> folders = new ArrayList<>();
        List<CopyPlan.Entry> files = new ArrayList<>();
        List<Path> skipped = new ArrayList<>();
        long bytes = top.gather(folders, files, skipped);
        return new CopyPlan(folders, files, bytes, skipped);
    }

    /** Returns whether the target is an unfinished copy of the same source. */
    private static boolean isUnfinished(List<Path> sources, Path target) {
        try {
            return sources.size() == 1 && UnfinishedMark.isIn(target, sources.getFirst());
        } catch (IOException cannot) {
            throw failed(target, cannot);
        }
    }

    /** Returns whether the source has the form {@code folder/.}, which means the contents of the folder. */
    private static boolean isContents(Path source) {
        return String.valueOf(source.getFileName()).equals(".");
    }

    private static Path nameOf(Path source) {
        Path name = source.toAbsolutePath().normalize().getFileName();
        if (name == null) {
            throw new CopyException(source + " has no name to create in the target. Copy its contents: " + source
                    + "* or " + source + ".");
        }
        return name;
    }

    /** Refuses to copy a file onto itself, which would destroy it, and a folder into itself, which would never end. */
    private static void requireApart(Path source, UnixAttributes attributes, Path to) {
        try {
            UnixAttributes there = attributesIfThere(to, false);
            if (there != null && there.id().equals(attributes.id())) {
                throw new CopyException(source + " and " + to + " are the same file. Give another target");
            }
            if (attributes.isFolder()) {
                Path real = source.toRealPath();
                Path above = to.toAbsolutePath().normalize();
                while (above != null && !Files.exists(above)) {
                    above = above.getParent();
                }
                if (above != null && above.toRealPath().startsWith(real)) {
                    throw new CopyException(
                            "cannot copy " + source + " into itself, " + to + ". Give a target outside of it");
                }
            }
        } catch (IOException cannot) {
            throw failed(source, cannot);
        }
    }

    private void examine() throws InterruptedException {
        FileCalls calls = new FileCalls();
        for (SurveyedFolder folder = queue.next(); folder != null; folder = queue.next()) {
            addContents(calls, folder, Objects.requireNonNull(folder.entry));
            queue.finished();
        }
    }

    private void add(SurveyedFolder into, CopyPlan.Entry entry) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while the sources were examined");
        }
        UnixAttributes attributes = entry.attributes();
        UnixAttributes there = entry.there();
        if (there != null && attributes.isFolder() != there.isFolder() && attributes.isCopied()) {
            throw new CopyException("cannot replace " + entry.target() + ", " + there.type() + ", by " + entry.source()
                    + ", " + attributes.type() + ". Move it away, or give another target");
        }
        if (attributes.isFolder()) {
            SurveyedFolder folder =
                    new SurveyedFolder(new CopyPlan.Entry(entry.source(), entry.target(), attributes, there));
            into.folders.add(folder);
            queue.add(folder);
        } else if (attributes.isCopied()) {
            if (attributes.isRegular() && !own.surelyMayRead(attributes) && !Files.isReadable(entry.source())) {
                throw unreadable(entry.source());
            }
            into.files.add(entry);
            into.bytes += attributes.isRegular() ? attributes.size() : 0;
        } else if (options.skipSpecial()) {
            into.skipped.add(entry.source());
        } else {
            throw new CopyException(entry.source() + " is " + attributes.type()
                    + ", not a file, folder or link. Skip such files with --skip-special");
        }
    }

    private void addContents(FileCalls calls, SurveyedFolder into, CopyPlan.Entry folder) throws InterruptedException {
        try (NativeFolder sources = NativeFolder.openToList(calls, folder.source());
                // A folder that does not exist yet is empty.
                NativeFolder targets = folder.there() == null ? null : NativeFolder.open(calls, folder.target())) {
            for (byte[] name : sources.names()) {
                if (!PartNames.isPart(name)) {
                    FileStatus there = targets == null ? null : targets.statusIfThere(name);
                    add(
                            into,
                            new CopyPlan.Entry(
                                    folder,
                                    name,
                                    UnixAttributes.of(sources.status(name)),
                                    there == null ? null : UnixAttributes.of(there)));
                }
            }
        } catch (IOException cannot) {
            throw failed(folder.source(), cannot);
        }
    }

    private static @Nullable UnixAttributes attributesIfThere(Path file, boolean follow) {
        try {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            return UnixAttributes.of(follow && Files.exists(file) ? file.toRealPath() : file);
        } catch (NoSuchFileException none) {
            return null;
        } catch (IOException cannot) {
            throw failed(file, cannot);
        }
    }

    private static CopyException unreadable(Path source) {
        return new CopyException(
                "cannot read " + source + ": permission denied. Change its permissions, or leave it out");
    }

    private static CopyException failed(Path file, IOException cannot) {
        return cannot instanceof AccessDeniedException
                ? unreadable(file)
                : new CopyException(
                        "cannot access " + file + ": " + Reasons.of(cannot) + ". Leave it out, or check its disk",
                        cannot);
    }
}
