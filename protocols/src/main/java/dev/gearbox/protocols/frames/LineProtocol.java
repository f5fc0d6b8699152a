package dev.gearbox.protocols.frames;

/** A protocol of lines of text: a factory of sessions, which {@link Lines} carries. */
@FunctionalInterface
public interface LineProtocol {
    /** Opens a session for a new connection; as {@link dev.gearbox.core.Protocol#open}. */
    LineSession open(FrameConnection connection);
}
