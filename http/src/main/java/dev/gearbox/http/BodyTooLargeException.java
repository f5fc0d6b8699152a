package dev.gearbox.http;

/** A body is, or is going to be, longer than it may. Unchecked: it passes through HttpCore's decoders. */
final class BodyTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BodyTooLargeException(long limit) {
        super("the body has more than " + limit + " bytes");
    }
}
