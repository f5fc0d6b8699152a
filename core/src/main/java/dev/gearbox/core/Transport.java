package dev.gearbox.core;

/**
 * How a connection reaches the engine that drives it: the little that cannot be pulled. All the rest the engine does of its own accord, as
 * {@link EngineSide} tells it what is due. For those who write engines.
 */
public interface Transport {
    /** The engine, as {@link Connection#engine()} shows it. */
    EngineBase engine();

    /** From any thread: soon, and on a thread of the engine's, enter {@link EngineSide#turn()} and do what is due. */
    void wake();

    /** In a turn of this connection: runs {@code task} after so many nanoseconds, on any thread; it will not take long. */
    Cancellable after(long nanos, Runnable task);
}
