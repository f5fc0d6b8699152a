package dev.gearbox.lab.external;

import dev.gearbox.lab.child.ToolRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The folder with an example's sources, in which it is built once: its name contains a digest of the sources, the build command and the compiler's
 * version. It is created under another name and then renamed, so an existing folder is complete, even with concurrent builds.
 */
final class ExternalBuild {
    private static final int DIGITS = 12;

    private ExternalBuild() {}

    /** Builds it there unless it exists. */
    static Path in(Path builds, ExternalExample example, String version) throws IOException {
        Path folder = builds.toAbsolutePath().resolve(example.name() + "-" + digest(example, version));
        if (Files.isDirectory(folder)) {
            return folder;
        }
        Files.createDirectories(folder.getParent());
        Path unfinished = Files.createTempDirectory(folder.getParent(), "." + example.name());
        try {
            for (var source : example.sources().entrySet()) {
                Files.writeString(unfinished.resolve(source.getKey()), source.getValue());
            }
            if (!example.build().isEmpty()) {
                ToolRun.run(
                        "external:" + example.name(), unfinished, ExternalExample.placed(example.build(), unfinished));
            }
            move(unfinished, folder);
        } finally {
            delete(unfinished);
        }
        return folder;
    }

    private static void move(Path unfinished, Path folder) throws IOException {
        try {
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException taken) {
            if (!Files.isDirectory(folder)) {
                throw taken;
            } // otherwise another process has built the same meanwhile
        }
    }

    private static String digest(ExternalExample example, String version) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String all = new TreeMap<>(example.sources()) + "\n" + example.build() + "\n" + version;
            byte[] sum = digest.digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
