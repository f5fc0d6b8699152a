package dev.gearbox.protocols.frames;

/** A protocol of frames: a factory of sessions, which {@link LengthPrefixed} carries. */
@FunctionalInterface
public interface FrameProtocol {
    /** Opens a session for a new connection; as {@link dev.gearbox.core.Protocol#open}. */
    FrameSession open(FrameConnection connection);
}
