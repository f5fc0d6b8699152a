package dev.gearbox.core;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The loops of a running engine, whose number can change: {@link Engine#loops}. Connections move between loops by the mechanism of {@link Connection#shiftTo},
 * so nothing is lost; during a move, another shift of the same connection fails with {@link ShiftException.Reason#UNDER_WAY}. All methods may be called from
 * any thread; never wait for a stage in a callback of a session of this engine.
 */
public interface Loops {
    /** The maximum number of loops of an engine. */
    int MOST = 1024;

    /** Returns the loops that take connections, in the order in which they were started, without those that are being drained. */
    List<LoopLoad> loads();

    /**
     * Changes the number of loops. If it grows, new loops are started and connections are spread evenly over all of them. If it shrinks, the loops with the
     * fewest connections are drained and stopped.
     *
     * @return completes on a thread of the engine when the connections have moved and superfluous threads have ended; exceptionally as for {@link #drain}
     * @throws IllegalArgumentException if {@code count} is below 1 or above {@link #MOST}
     * @throws IllegalStateException if the engine is closed
     * @throws java.io.UncheckedIOException if the system has no descriptor or ring left for another loop; then nothing has changed
     * @throws OutOfMemoryError if the system has no thread left; then nothing has changed
     */
    CompletionStage<Void> resize(int count);

    /**
     * Drains one loop and stops it: new connections, and those in the accept queues of its listening sockets, go to other loops; then its own connections are
     * moved one by one, each between two callbacks. None is closed.
     *
     * @param loop its name
     * @return completes on a thread of the engine when the loop's thread has ended; exceptionally with {@link ShiftException} if another loop had no room (the
     *     loop then keeps its remaining connections), or with {@link EngineClosedException}
     * @throws IllegalArgumentException if no such loop takes connections
     * @throws IllegalStateException if it is the only one, or the engine is closed
     */
    CompletionStage<Void> drain(String loop);
}
