package dev.gearbox.files.tree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of incomplete copies. Each contains the process that creates it, so that leftovers of a killed process can be distinguished from those of a
 * running one: {@code .gearbox-cp-PID-START-NUMBER}.
 */
final class PartNames {
    private static final String PREFIX = ".gearbox-cp-";
    private static final Pattern NAME = Pattern.compile("\\.gearbox-cp-(\\d+)-(\\d+)-(\\d+)");
    private static final AtomicLong NUMBER = new AtomicLong();
    private static final String MINE = PREFIX + id(ProcessHandle.current());

    private PartNames() {}

    private static String id(ProcessHandle process) {
        return process.pid() + "-"
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L) + "-";
    }

    /** Returns a temporary name in the folder of a file. */
    static Path beside(Path file) {
        return file.resolveSibling(next());
    }

    /** Returns a temporary name, which no other file has. */
    static String next() {
        return MINE + NUMBER.incrementAndGet();
    }

    /** Removes from a folder the incomplete copies of processes that have ended. */
    static void removeAbandoned(Path folder) throws IOException {
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path part : parts) {
                if (isAbandoned(part.getFileName().toString())) {
                    UnfinishedMark.removeIn(part);
                }
            }
        }
    }

    private static boolean isAbandoned(String name) {
        Matcher part = NAME.matcher(name);
        if (!part.matches()) {
            return false;
        }
        Optional<ProcessHandle> maker = ProcessHandle.of(Long.parseLong(part.group(1)));
        return maker.isEmpty() || !name.startsWith(PREFIX + id(maker.get()));
    }

    /** Returns whether a file is an incomplete copy or a mark, and not a file of the user. */
    static boolean isPart(Path file) {
        return isPart(String.valueOf(file.getFileName()));
    }

    /** Returns whether a name is that of an incomplete copy or of a mark. */
    static boolean isPart(byte[] name) {
        return name[0] == '.' && isPart(new String(name, StandardCharsets.US_ASCII));
    }

    private static boolean isPart(String name) {
        return name.startsWith(PREFIX) && (NAME.matcher(name).matches() || name.equals(UnfinishedMark.NAME));
    }
}
