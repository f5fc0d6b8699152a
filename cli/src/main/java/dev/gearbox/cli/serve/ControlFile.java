package dev.gearbox.cli.serve;

import dev.gearbox.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The default path of a server's control socket: in a folder of its user among the temporary files, closed to all other users,
 * named after process id and port. There {@code gearbox shift} finds it.
 *
 * @param path of the socket
 * @param process id of the server's process
 * @param port the server's port
 */
record ControlFile(Path path, long process, int port) {
    private static final Pattern NAME = Pattern.compile("(\\d{1,10})-(\\d{1,5})\\.sock");

    private static final Set<PosixFilePermission> OURS_ALONE = PosixFilePermissions.fromString("rwx------");

    private static Path folder() {
        return Path.of(System.getProperty("java.io.tmpdir"), "gearbox-" + System.getProperty("user.name"));
    }

    /**
     * Prepares the folder for a server of this process, before it listens. Removes files that dead processes left.
     *
     * @return the path for a port
     * @throws UsageException if others can use the folder
     */
    static IntFunction<Path> ofThisProcess() {
        Path folder = folder();
        try {
            secure(folder);
            for (ControlFile file : in(folder)) {
                if (ProcessHandle.of(file.process).isEmpty() && !ControlSocket.answers(file.path)) {
                    Files.deleteIfExists(file.path);
                }
            }
        } catch (IOException refused) {
            throw new UsageException(
                    "cannot create a control socket in " + folder + ": " + refused + ". Name a file with --control",
                    refused);
        }
        return port -> folder.resolve(ProcessHandle.current().pid() + "-" + port + ".sock");
    }

    /** Creates the folder so that only its user can read or write it. It may exist already and belong to another user, as any user can create temporary files. */
    private static void secure(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OURS_ALONE));
        } catch (FileAlreadyExistsException there) {
            requireOurs(folder);
        }
    }

    /** Refuses a folder that others own or can use: the files in it may be theirs. */
    private static void requireOurs(Path folder) throws IOException {
        PosixFileAttributes found = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Path ours = Files.createTempFile("gearbox", "");
        boolean same = Files.getOwner(ours).equals(found.owner());
        Files.delete(ours);
        if (!same || !found.isDirectory() || !found.permissions().equals(OURS_ALONE)) {
            throw new UsageException(folder
                    + " is not a folder that only you can use. Remove it, or name a control socket with --control");
        }
    }

    /**
     * The control sockets of all running servers of this user, by port.
     *
     * @throws UsageException if another user can write to the folder: a socket of theirs could pass for one of our servers
     */
    static List<ControlFile> found() {
        return found(folder());
    }

    static List<ControlFile> found(Path folder) {
        try {
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                return List.of();
            }
            requireOurs(folder);
            return in(folder).stream()
                    .filter(ControlFile::isReached)
                    .sorted(Comparator.comparingInt(ControlFile::port).thenComparingLong(ControlFile::process))
                    .toList();
        } catch (IOException refused) {
            throw new UsageException("cannot look for servers in " + folder + ": " + refused, refused);
        }
    }

    private boolean isReached() {
        try {
            return ControlSocket.answers(path);
        } catch (IOException goneOrNotOurs) {
            return false;
        }
    }

    private static List<ControlFile> in(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.flatMap(path -> {
                        Matcher name = NAME.matcher(path.getFileName().toString());
                        return name.matches()
                                ? Stream.of(new ControlFile(
                                        path, Long.parseLong(name.group(1)), Integer.parseInt(name.group(2))))
                                : Stream.empty();
                    })
                    .toList();
        }
    }
}
