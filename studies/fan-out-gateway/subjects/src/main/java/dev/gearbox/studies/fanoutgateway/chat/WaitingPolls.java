package dev.gearbox.studies.fanoutgateway.chat;

import dev.gearbox.core.Cancellable;
import java.util.function.Consumer;

/** Polls that wait for a message, one row of the table. All methods may be called from any thread, and none blocks. */
interface WaitingPolls extends AutoCloseable {
    /**
     * Has a poll wait for the next message that reaches it.
     *
     * @param reply called with the message, at most once, on any thread
     * @return ends the wait if the client is gone
     */
    Cancellable await(Consumer<String> reply);

    /**
     * Passes a message on to the polls that have waited longest.
     *
     * @param most to so many of them
     * @return to how many
     */
    int tell(String message, int most);

    /** Returns how many wait. */
    int waiting();

    /** Ends the threads. Polls that wait are not answered. */
    @Override
    void close();
}
