package dev.gearbox.load.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a few file descriptors in reserve. Without a free descriptor the process cannot even load the class that reports the error; the reserve is released
 * then.
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
     * Releases the reserve if no descriptor is left.
     *
     * @param e what went wrong
     * @throws GeneratorException if that was the cause
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
