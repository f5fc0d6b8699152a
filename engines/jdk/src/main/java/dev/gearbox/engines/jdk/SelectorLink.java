package dev.gearbox.engines.jdk;

import dev.gearbox.core.loop.LoopTransport;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.spi.EngineSide;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection that lives on its selector loop's thread: whatever happens to it happens there, so its turns need nothing to keep them apart. It
 * reads into the loop's own buffer, and changes the selector's interest only when it must.
 */
final class SelectorLink extends NonBlockingLink implements LoopTransport {
    private int interest;

    private SelectorLink(SelectorLoop loop, SocketChannel channel, EngineSide side) throws IOException {
        super(loop, channel, side);
    }

    /** On the loop's thread: drives this connection from now on. */
    static void adopt(SelectorLoop loop, ChannelSocket socket, EngineSide side) {
        SelectorLink link;
        try {
            link = new SelectorLink(loop, socket.channel(), side);
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            loop.unassign();
            side.declined(socket, failure);
            return;
        }
        if (side.open(link)) {
            link.settle();
        } else {
            link.decline(socket);
        }
    }

    @Override
    public void ready(SelectionKey ready) {
        if (side().isStray()) {
            return;
        }
        if (ready.isReadable()) {
            read(loop.readBuffer());
        }
        settle();
    }

    @Override
    public void run() {
        if (isCurrent() && !side().isStray()) {
            side().turn();
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
