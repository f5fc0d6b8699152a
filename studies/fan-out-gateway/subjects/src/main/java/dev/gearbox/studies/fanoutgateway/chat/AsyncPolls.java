package dev.gearbox.studies.fanoutgateway.chat;

import dev.gearbox.core.Cancellable;
import java.util.List;
import java.util.function.Consumer;

/**
 * Asynchronous reply: a poll that waits is an entry in a line, with what answers it, and no thread.
 *
 * <pre>
 *   server's loop   |poll: joins the line|                  |message: takes ten out of the line, writes ten answers|
 *   no thread                             ... minutes ...
 * </pre>
 *
 * <p>Card: what a poll holds while it waits is its connection and its request. A client that is gone leaves the line.
 */
final class AsyncPolls implements WaitingPolls {
    private final WaitingLine<Poll> line = new WaitingLine<>();

    /** Each is itself only. */
    private static final class Poll {
        private final Consumer<String> reply;

        Poll(Consumer<String> reply) {
            this.reply = reply;
        }
    }

    @Override
    public Cancellable await(Consumer<String> reply) {
        Poll poll = new Poll(reply);
        line.join(poll);
        return () -> line.leave(poll);
    }

    @Override
    public int tell(String message, int most) {
        List<Poll> told = line.first(most);
        told.forEach(poll -> poll.reply.accept(message));
        return told.size();
    }

    @Override
    public int waiting() {
        return line.size();
    }

    @Override
    public void close() {
        // has no threads
    }
}
