package dev.gearbox.protocols;

/** The input is not a valid sequence of frames: an announced length was too large, or the peer ended within a frame. */
public final class FrameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    FrameException(String message) {
        super(message);
    }
}
