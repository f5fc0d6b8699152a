package dev.gearbox.load;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A few descriptors kept back. When there are none left the process cannot even load the class that would say so; then these are let go.
 */
final class Reserve implements AutoCloseable {
    private static final int KEPT = 8;

    private final List<SocketChannel> kept = new ArrayList<>();

    Reserve() throws IOException {
        for (int i = 0; i < KEPT; i++) {
            kept.add(SocketChannel.open());
        }
    }

    /** Whether an error means that there is no descriptor left; the reserve is gone afterwards. */
    boolean isNeededFor(IOException e) throws IOException {
        boolean needed = String.valueOf(e.getMessage()).contains("Too many open files");
        if (needed) {
            close();
        }
        return needed;
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : kept) {
            channel.close();
        }
    }
}
