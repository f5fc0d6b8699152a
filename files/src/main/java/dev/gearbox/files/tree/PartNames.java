package dev.gearbox.files.tree;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of copies that are not whole yet. Each says which process makes it, so that leftovers of a killed process differ from what another one is
 * making: {@code .gearbox-cp-PID-START-NUMBER}.
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

    /** A name beside a file that gets its own later. */
    static Path beside(Path file) {
        return file.resolveSibling(MINE + NUMBER.incrementAndGet());
    }

    /** Removes from a folder what processes left that have ended. */
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

    /** Whether a file in a source is one that copies need: it is no file of its user. */
    static boolean isPart(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(PREFIX) && (NAME.matcher(name).matches() || name.equals(UnfinishedMark.NAME));
    }
}
