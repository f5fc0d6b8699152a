package dev.gearbox.files.tree;

import dev.gearbox.files.system.FileStatus;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies the metadata of files: owner, permissions, times, and user-defined attributes ({@code user.*}). */
final class Metadata {
    private static final int SPECIAL = 07000;
    private static final int OWNER = 0600;

    private Metadata() {}

    /**
     * Applies it to an open regular file that does not have its final name yet.
     *
     * @param created the owner and the permissions with which the file was created
     */
    static void apply(CopyPlan.Entry entry, NativeFile source, NativeFile target, FileStatus created)
            throws IOException {
        UnixAttributes attributes = entry.attributes();
        if (source.hasExtendedAttributes()) {
            userAttributes(entry.source(), target.path());
        }
        // Most files have the right owner and permissions from the start, and setting them again would be a transaction
        // of the file system.
        boolean sameOwner = created.user() == attributes.user() && created.group() == attributes.group();
        if (!sameOwner) {
            target.ownerIfPermitted(attributes.user(), attributes.group());
        }
        // A change of owner clears the special bits, so the permissions are set afterwards.
        if (!sameOwner || created.permissions() != attributes.permissions()) {
            target.mode(attributes.permissions());
        }
        target.times(attributes.read(), attributes.written());
    }

    /**
     * Returns the permissions with which a copy is created: its final ones if it gets its final owner and group at once, else only those of the owner, so
     * that no other user can read it meanwhile.
     *
     * @param folder the folder of the target
     */
    static int initialPermissions(CopyPlan.Entry entry, UnixAttributes folder, OwnIds own) {
        int permissions = entry.attributes().permissions();
        boolean atOnce = own.own(entry.attributes()) && !folder.givesItsGroup() && (permissions & SPECIAL) == 0;
        return atOnce ? permissions | OWNER : OWNER;
    }

    /** Applies it to a folder, after the last change to its contents. */
    static void applyToFolder(CopyPlan.Entry entry) throws IOException {
        UnixAttributes attributes = entry.attributes();
        userAttributes(entry.source(), entry.target());
        owner(entry.target(), attributes);
        Files.setAttribute(entry.target(), "unix:mode", attributes.permissions());
        times(entry.target(), attributes);
    }

    /** Applies it to a symbolic link itself, not to its target. */
    static void applyToLink(Path link, UnixAttributes attributes) throws IOException {
        owner(link, attributes);
        times(link, attributes);
    }

    private static void owner(Path file, UnixAttributes attributes) throws IOException {
        UnixAttributes now = UnixAttributes.of(file);
        if (now.user() == attributes.user() && now.group() == attributes.group()) {
            return;
        }
        try {
            Files.setAttribute(file, "unix:uid", attributes.user(), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(file, "unix:gid", attributes.group(), LinkOption.NOFOLLOW_LINKS);
        } catch (FileSystemException notPermitted) {
            // As cp -a does: only root may change the owner of a file.
            if (isRoot()) {
                throw notPermitted;
            }
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name", "").equals("root");
    }

    private static void times(Path file, UnixAttributes attributes) throws IOException {
        Files.getFileAttributeView(file, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(FileTime.from(attributes.written()), FileTime.from(attributes.read()), null);
    }

    private static void userAttributes(Path source, Path target) throws IOException {
        UserDefinedFileAttributeView from = view(source);
        List<String> names = from == null ? List.of() : names(from);
        if (from == null || names.isEmpty()) {
            return;
        }
        UserDefinedFileAttributeView to = view(target);
        if (to == null) {
            throw new FileSystemException(
                    target.toString(),
                    null,
                    "its file system does not support extended attributes, and the source has some");
        }
        for (String name : names) {
            ByteBuffer value = ByteBuffer.allocate(from.size(name));
            from.read(name, value);
            to.write(name, value.flip());
        }
    }

    private static @Nullable UserDefinedFileAttributeView view(Path file) {
        return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    }

    private static List<String> names(UserDefinedFileAttributeView view) throws IOException {
        try {
            return view.list();
        } catch (FileSystemException none) {
            // A file system that does not support them fails here.
            return List.of();
        }
    }
}
