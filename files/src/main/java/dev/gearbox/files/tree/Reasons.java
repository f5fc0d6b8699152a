package dev.gearbox.files.tree;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says why a file could not be read or written, without the file name, which the caller's message contains already. */
final class Reasons {
    private Reasons() {}

    static String of(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "it no longer exists";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "it was created by another program meanwhile";
            case FileSystemException with when with.getReason() != null -> with.getReason();
            default -> String.valueOf(failure.getMessage());
        };
    }
}
