package dev.gearbox.files.tree;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Trees with everything that a copy must preserve, and descriptions of trees, which are equal if the trees are. */
final class TestTree {
    private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06.789012345Z");

    private TestTree() {}

    static Path file(Path path, int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return Files.write(path, bytes);
    }

    /** Creates files of all sizes, folders, links of both kinds, holes, unusual permissions and times. */
    static Path make(Path root) throws IOException, InterruptedException {
        Files.createDirectories(root.resolve("sub/deep/empty"));
        file(root.resolve("empty"), 0);
        file(root.resolve("one"), 1);
        file(root.resolve("sub/page"), 4096);
        file(root.resolve("sub/small"), FileCopier.SMALL);
        file(root.resolve("sub/deep/large"), 3_000_001);
        file(root.resolve("name with ümlaut and\nline"), 10);
        sparse(root.resolve("sparse"));
        Files.createLink(root.resolve("sub/large again"), root.resolve("sub/deep/large"));
        Files.createSymbolicLink(root.resolve("to one"), Path.of("one"));
        Files.createSymbolicLink(root.resolve("sub/to nowhere"), Path.of("/nowhere/at all"));
        Files.createSymbolicLink(root.resolve("sub/to folder"), Path.of("deep"));
        Files.getFileAttributeView(root.resolve("one"), UserDefinedFileAttributeView.class)
                .write("colour", ByteBuffer.wrap(new byte[] {1, 2, 3}));
        odd(root);
        Files.setAttribute(root.resolve("one"), "unix:mode", 04711);
        Files.setPosixFilePermissions(root.resolve("sub/page"), PosixFilePermissions.fromString("r--------"));
        Files.setPosixFilePermissions(root.resolve("sub/deep"), PosixFilePermissions.fromString("r-xr-x---"));
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.filter(path -> !Files.isSymbolicLink(path)).toList()) {
                Files.setLastModifiedTime(
                        each, FileTime.from(LONG_AGO.plusSeconds(each.toString().length())));
            }
        }
        return root;
    }

    /** Creates a file whose name is not valid text, which only a shell can do. */
    private static void odd(Path folder) throws IOException, InterruptedException {
        int code = new ProcessBuilder("sh", "-c", "printf odd > \"$(printf 'odd-\\377 %%41')\"")
                .directory(folder.toFile())
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("the shell made no file: " + code);
        }
    }

    static void sparse(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 1 << 20);
            channel.write(ByteBuffer.wrap(new byte[] {4}), (20 << 20) - 1);
        }
    }

    /** Describes everything about a tree except its path and the access times of its files. */
    static Map<String, List<Object>> describe(Path root) throws IOException {
        Map<String, List<Object>> described = new TreeMap<>();
        Map<Object, String> firstNames = new TreeMap<>(Comparator.comparing(String::valueOf));
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted().toList()) {
                String name = root.relativize(path)
                        .toUri()
                        .getRawPath()
                        .substring(Path.of("").toUri().getRawPath().length());
                Map<String, Object> unix = Files.readAttributes(
                        path, "unix:mode,uid,gid,size,lastModifiedTime,fileKey", LinkOption.NOFOLLOW_LINKS);
                BasicFileAttributes basic =
                        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                List<Object> facts = new ArrayList<>(List.of(unix.get("mode"), unix.get("uid"), unix.get("gid")));
                facts.add(unix.get("lastModifiedTime"));
                if (basic.isRegularFile()) {
                    facts.add(Arrays.hashCode(Files.readAllBytes(path)));
                    facts.add("first name: " + firstNames.computeIfAbsent(unix.get("fileKey"), key -> name));
                    facts.add(Files.getFileAttributeView(path, UserDefinedFileAttributeView.class)
                            .list());
                } else if (basic.isSymbolicLink()) {
                    facts.add(Files.readSymbolicLink(path));
                }
                described.put(name, facts);
            }
        }
        return described;
    }

    /** Returns the incomplete copies anywhere below a folder, without the mark of an unfinished copy. */
    static List<Path> parts(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(PartNames::isPart)
                    .filter(path -> !path.endsWith(UnfinishedMark.NAME))
                    .toList();
        }
    }
}
