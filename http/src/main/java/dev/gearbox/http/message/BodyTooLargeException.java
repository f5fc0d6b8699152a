package dev.gearbox.http.message;

/** A body is, or is going to be, longer than it may. Unchecked: it passes through HttpCore's decoders. */
public final class BodyTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BodyTooLargeException(long limit) {
        super("the body has more than " + limit + " bytes");
    }
}
