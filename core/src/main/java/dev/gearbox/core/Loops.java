package dev.gearbox.core;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The loops of a running engine, whose number can change: {@link Engine#loops}. Connections go from loop to loop by the mechanism of {@link
 * Connection#shiftTo}, so neither sessions nor peers lose anything by it; while one does, another shift of it fails as {@link
 * ShiftException.Reason#UNDER_WAY}. All methods from any thread; never wait for a stage in a callback of a session of this engine.
 */
public interface Loops {
    /** Loops that an engine can have at most. */
    int MOST = 1024;

    /** Those that take connections, in the order in which they were started; not those that are being drained. */
    List<LoopLoad> loads();

    /**
     * So many loops from now on. More: new ones are started, and connections spread by number over all of them. Fewer: those with the fewest
     * connections are drained and end.
     *
     * @return completes on a thread of the engine when connections are where they belong and superfluous threads have ended; or exceptionally, as
     *     {@link #drain}
     * @throws IllegalArgumentException if {@code count} is below 1 or above {@link #MOST}
     * @throws IllegalStateException if the engine is closed
     * @throws java.io.UncheckedIOException if the system has no descriptor or no ring left for another loop; nothing has changed then
     * @throws OutOfMemoryError if it has no thread left; likewise
     */
    CompletionStage<Void> resize(int count);

    /**
     * Empties one loop and ends it: new connections, and those that wait at its listening sockets, go to others; then its connections do, one by
     * one, between two callbacks each. None is closed.
     *
     * @param loop its name
     * @return completes on a thread of the engine when the loop's thread has ended; exceptionally with {@link ShiftException} if another loop had no
     *     room: then the loop goes on with what it has, or with {@link EngineClosedException}
     * @throws IllegalArgumentException if no such loop takes connections
     * @throws IllegalStateException if it is the only one, or the engine is closed
     */
    CompletionStage<Void> drain(String loop);
}
