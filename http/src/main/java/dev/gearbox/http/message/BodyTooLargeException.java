package dev.gearbox.http.message;

/** A body exceeds its limit, or is announced to do so. Unchecked, so that it passes through HttpCore's decoders. */
public final class BodyTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BodyTooLargeException(long limit) {
        super("the body has more than " + limit + " bytes");
    }
}
