package dev.gearbox.files.method;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The streams of java.io, which have no buffer, with the exceptions of java.nio. */
public final class PlainStreams {
    private PlainStreams() {}

    /**
     * A stream that reads a file.
     *
     * @throws NoSuchFileException if there is none
     */
    public static InputStream read(Path source) throws IOException {
        try {
            return new FileInputStream(source.toFile());
        } catch (FileNotFoundException failure) {
            // It says so of directories and of files that may not be read too.
            if (Files.exists(source)) {
                throw failure;
            }
            throw new NoSuchFileException(source.toString());
        }
    }

    /**
     * A stream that writes to a new file.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is one of that name
     */
    public static OutputStream create(Path target) throws IOException {
        Files.createFile(target);
        return new FileOutputStream(target.toFile());
    }
}
