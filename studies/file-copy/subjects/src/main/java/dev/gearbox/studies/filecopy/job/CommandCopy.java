package dev.gearbox.studies.filecopy.job;

import dev.gearbox.files.CopyStrategy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An external program that copies files. It is started for each file, and the start counts: about a millisecond. */
final class CommandCopy implements CopyStrategy {
    /** The supported programs. */
    static final List<String> NAMES = List.of("cp", "dd", "xcp");

    private final String name;

    CommandCopy(String name) {
        this.name = name;
    }

    /** Returns why a program cannot run on this machine; empty if it can. */
    static Optional<String> absence(String name) {
        return Programs.isInstalled(name) ? Optional.empty() : Optional.of("it is not installed");
    }

    @Override
    public long copy(Path source, Path target) throws IOException {
        List<String> command = name.equals("dd")
                ? List.of("dd", "if=" + source, "of=" + target, "bs=64K", "status=none")
                : List.of(name, source.toString(), target.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new FileSystemException(source.toString(), target.toString(), said.strip());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + name + " copied a file");
        }
        return Files.size(target);
    }
}
