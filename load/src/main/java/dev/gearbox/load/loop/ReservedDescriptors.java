package dev.gearbox.load.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A few descriptors kept back. When there are none left the process cannot even load the class that would say so; then these are let go.
 */
final class ReservedDescriptors implements AutoCloseable {
    private static final int KEPT = 8;

    private final List<SocketChannel> kept = new ArrayList<>();

    ReservedDescriptors() throws IOException {
        for (int i = 0; i < KEPT; i++) {
            kept.add(SocketChannel.open());
        }
    }

    /**
     * Lets the reserve go if there is no descriptor left.
     *
     * @param e what went wrong
     * @throws GeneratorException if it was that
     */
    void stopIfNeeded(IOException e, int open, int wanted) {
        if (String.valueOf(e.getMessage()).contains("Too many open files")) {
            close();
            throw new GeneratorException(
                    "the generator has no descriptor left: " + open + " connections of " + wanted
                            + " are open. Raise the limit (ulimit -n) or ask for fewer",
                    e);
        }
    }

    @Override
    public void close() {
        for (SocketChannel channel : kept) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
