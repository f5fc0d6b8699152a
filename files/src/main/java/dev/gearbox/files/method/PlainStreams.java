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

/** The unbuffered streams of java.io, with the exceptions of java.nio. */
public final class PlainStreams {
    private PlainStreams() {}

    /**
     * Opens a stream that reads a file.
     *
     * @throws NoSuchFileException if it does not exist
     */
    public static InputStream read(Path source) throws IOException {
        try {
            return new FileInputStream(source.toFile());
        } catch (FileNotFoundException failure) {
            // java.io throws it also for directories and unreadable files.
            if (Files.exists(source)) {
                throw failure;
            }
            throw new NoSuchFileException(source.toString());
        }
    }

    /**
     * Opens a stream that writes to a new file.
     *
     * @throws java.nio.file.FileAlreadyExistsException if a file of that name exists
     */
    public static OutputStream create(Path target) throws IOException {
        Files.createFile(target);
        return new FileOutputStream(target.toFile());
    }
}
