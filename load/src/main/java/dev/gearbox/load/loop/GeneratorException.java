package dev.gearbox.load.loop;

/** The generator itself cannot go on, such as when it has no descriptor left. The message is one line for a person. */
public final class GeneratorException extends RuntimeException {
    private static final long serialVersionUID = 1;

    GeneratorException(String message, Throwable cause) {
        super(message, cause);
    }
}
