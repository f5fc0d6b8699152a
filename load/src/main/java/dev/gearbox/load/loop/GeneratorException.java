package dev.gearbox.load.loop;

/** Thrown when the generator itself cannot continue, for example when it has run out of file descriptors. The message is one line, meant for the user. */
public final class GeneratorException extends RuntimeException {
    private static final long serialVersionUID = 1;

    GeneratorException(String message, Throwable cause) {
        super(message, cause);
    }
}
