package dev.gearbox.files.tree;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
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

/** Examines all sources and existing targets, and refuses what cannot be copied before the first file is copied: a plan is complete, or there is none. */
final class CopySurvey {
    private final boolean skipSpecial;
    private final OwnIds own;
    private final FileCalls calls = new FileCalls();
    private final List<CopyPlan.Entry> folders = new ArrayList<>();
    private final List<CopyPlan.Entry> files = new ArrayList<>();
    private final List<Path> skipped = new ArrayList<>();
    private long bytes;

    private CopySurvey(boolean skipSpecial, OwnIds own) {
        this.skipSpecial = skipSpecial;
        this.own = own;
    }

    /**
     * Plans a copy; the arguments mean the same as in {@code cp -a SOURCE... TARGET}.
     *
     * @throws CopyException if something cannot be copied, or copying it would destroy data
     */
    static CopyPlan of(List<Path> sources, Path target, boolean skipSpecial, OwnIds own) throws InterruptedException {
        CopySurvey survey = new CopySurvey(skipSpecial, own);
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
            survey.add(source, to, attributes, attributesIfThere(to, false));
        }
        return new CopyPlan(survey.folders, survey.files, survey.bytes, survey.skipped);
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

    private void add(Path source, Path target, UnixAttributes attributes, @Nullable UnixAttributes there)
            throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while the sources were examined");
        }
        if (!attributes.isFolder() && !attributes.isRegular() && !attributes.isLink()) {
            if (!skipSpecial) {
                throw new CopyException(source + " is " + attributes.type()
                        + ", not a file, folder or link. Skip such files with --skip-special");
            }
            skipped.add(source);
            return;
        }
        if (there != null && attributes.isFolder() != there.isFolder()) {
            throw new CopyException("cannot replace " + target + ", " + there.type() + ", by " + source + ", "
                    + attributes.type() + ". Move it away, or give another target");
        }
        CopyPlan.Entry entry = new CopyPlan.Entry(source, target, attributes, there);
        if (attributes.isFolder()) {
            folders.add(entry);
            addContents(entry);
        } else {
            if (attributes.isRegular() && !own.surelyMayRead(attributes) && !Files.isReadable(source)) {
                throw unreadable(source);
            }
            files.add(entry);
            bytes += attributes.isRegular() ? attributes.size() : 0;
        }
    }

    private void addContents(CopyPlan.Entry folder) throws InterruptedException {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder.source())) {
            for (Path child : children) {
                if (!PartNames.isPart(child)) {
                    Path target = folder.target().resolve(child.getFileName());
                    // A folder that does not exist yet is empty.
                    UnixAttributes there = folder.there() == null ? null : attributesIfThere(target);
                    add(child, target, UnixAttributes.of(NativeFile.status(calls, child)), there);
                }
            }
        } catch (DirectoryIteratorException cannot) {
            throw failed(folder.source(), Objects.requireNonNull(cannot.getCause()));
        } catch (IOException cannot) {
            throw failed(folder.source(), cannot);
        }
    }

    /** Returns the attributes of a file in a folder that exists. */
    private @Nullable UnixAttributes attributesIfThere(Path file) throws IOException {
        // Checked first: in a large tree, an exception for each file would take longer than copying the file.
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        try {
            return UnixAttributes.of(NativeFile.status(calls, file));
        } catch (NoSuchFileException removedMeanwhile) {
            return null;
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
