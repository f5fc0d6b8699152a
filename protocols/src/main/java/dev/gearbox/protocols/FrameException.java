package dev.gearbox.protocols;

/** What came is no sequence of frames: one was announced too large, or the peer ended in the midst of one. */
public final class FrameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    FrameException(String message) {
        super(message);
    }
}
