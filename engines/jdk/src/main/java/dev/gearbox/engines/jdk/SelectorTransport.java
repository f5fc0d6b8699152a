package dev.gearbox.engines.jdk;

import dev.gearbox.core.loop.LoopTransport;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.spi.ConnectionState;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection on its selector loop's thread: everything happens there, so its turns need no synchronisation. It reads into the loop's own buffer, and changes
 * the selector's interest only when it must.
 */
final class SelectorTransport extends NonBlockingTransport implements LoopTransport {
    private int interest;

    private SelectorTransport(SelectorLoop loop, SocketChannel channel, ConnectionState state) throws IOException {
        super(loop, channel, state);
    }

    /** Starts driving this connection. On the loop's thread. */
    static void adopt(SelectorLoop loop, ChannelSocket socket, ConnectionState state) {
        SelectorTransport transport;
        try {
            transport = new SelectorTransport(loop, socket.channel(), state);
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            loop.unassign();
            state.declined(socket, failure);
            return;
        }
        if (state.open(transport)) {
            transport.settle();
        } else {
            transport.decline(socket);
        }
    }

    @Override
    public void ready(SelectionKey ready) {
        if (state().isStalled()) {
            return;
        }
        if (ready.isReadable()) {
            read(loop.readBuffer());
        }
        settle();
    }

    @Override
    public void run() {
        if (isCurrent() && !state().isStalled()) {
            state().turn();
            settle();
        }
    }

    @Override
    void await(int wanted) {
        if (wanted != interest) {
            interest = wanted;
            key.interestOps(wanted);
        }
    }

    @Override
    public SelectorLoop loop() {
        return loop;
    }
}
