package dev.gearbox.protocols;

/** What is said in frames on a connection: a factory of sessions, to be carried by {@link LengthPrefixed}. */
@FunctionalInterface
public interface FrameProtocol {
    /** Begins the conversation; as {@link dev.gearbox.core.Protocol#open}. */
    FrameSession open(FrameConnection connection);
}
