package dev.gearbox.cli.serve;

import dev.gearbox.cli.terminal.UsageException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/** Sends requests to the control socket of a server. */
final class ControlClient {
    /** Time limit for each line of an answer; longer than a server waits for a shift. */
    private static final Duration PATIENCE = ServeCommand.PATIENCE.multipliedBy(3);

    private ControlClient() {}

    /** Receives the answers of a server. */
    interface Hearer {
        void line(ControlAnswer answer);
    }

    /**
     * Sends a request, and passes each line of the answer to {@code hearer}, except the last, which only ends it.
     *
     * @throws UsageException if no server listens there, or it refuses the request, closes the connection early or stops answering
     */
    static void ask(Path server, ControlRequest request, Hearer hearer) {
        try (SocketChannel channel = connect(server);
                ControlChannel link = new ControlChannel(channel, PATIENCE)) {
            link.say(request);
            while (true) {
                ControlAnswer answer = link.hear(ControlAnswer.class)
                        .orElseThrow(() -> new IOException("it ended in the middle of its answer"));
                switch (answer) {
                    case ControlAnswer.Done() -> {
                        return;
                    }
                    case ControlAnswer.Refused(String message) -> throw new UsageException(message);
                    default -> hearer.line(answer);
                }
            }
        } catch (IOException gone) {
            throw new UsageException("the server on " + server + " does not answer: " + gone.getMessage(), gone);
        }
    }

    private static SocketChannel connect(Path server) {
        try {
            return SocketChannel.open(UnixDomainSocketAddress.of(server));
        } catch (IOException refused) {
            throw new UsageException(
                    "no server listens on " + server + " (" + refused.getMessage()
                            + "). Start one: gearbox serve --engine selector --port 7007 --control " + server,
                    refused);
        }
    }
}
