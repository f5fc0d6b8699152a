package dev.gearbox.engines.jdk;

import dev.gearbox.core.EngineSide;
import dev.gearbox.core.PooledBuffer;
import dev.gearbox.core.Quietly;
import dev.gearbox.core.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * What every connection on a selector loop does once it has its turn, on whichever thread: one read, and then all that is due. The answer goes
 * out at once; the selector is asked about writing only while the socket takes no more.
 */
abstract class NonBlockingLink implements Transport, SelectorLoop.Ready, Runnable {
    final SelectorLoop loop;
    final SocketChannel channel;
    final EngineSide side;
    final SelectionKey key;

    NonBlockingLink(SelectorLoop loop, SocketChannel channel, EngineSide side) throws IOException {
        this.loop = loop;
        this.channel = channel;
        this.side = side;
        channel.configureBlocking(false);
        // A channel that connected on this loop is registered already: it keeps its key and changes what is attached.
        key = channel.register(loop.selector(), 0, this);
    }

    /** Nothing is due: what the selector is to look for until the next turn. */
    abstract void await(int interest);

    /** One read, as much as the buffer takes. The loop comes again if there is more. */
    final void read(PooledBuffer buffer) {
        int count;
        try {
            count = channel.read(buffer.clear());
        } catch (IOException failure) {
            side.failed(failure);
            return;
        }
        if (count > 0) {
            side.received(buffer);
        } else if (count < 0) {
            side.inputEnded();
        }
    }

    /** Does what is due, until nothing is or the socket takes no more; false when the connection is over. */
    final boolean settle() {
        boolean full = false;
        for (; ; ) {
            EngineSide.Next due = side.next();
            switch (full && due == EngineSide.Next.SEND ? EngineSide.Next.REST : due) {
                case SEND -> full = !send();
                case END_OUTPUT -> {
                    try {
                        channel.shutdownOutput();
                        side.outputEnded();
                    } catch (IOException failure) {
                        side.failed(failure);
                    }
                }
                case CLOSE -> {
                    leave();
                    side.closed();
                    return false;
                }
                case REST -> {
                    side.keepOutput();
                    await((side.reading() ? SelectionKey.OP_READ : 0) | (full ? SelectionKey.OP_WRITE : 0));
                    return true;
                }
            }
        }
    }

    /** Gives the socket up. The selector lets go of its descriptor when it next looks around, so it is made to. */
    final void leave() {
        Quietly.close(channel);
        loop.wake();
        loop.unassign();
    }

    /** Whether the socket took all that it was offered. */
    private boolean send() {
        ByteBuffer output = side.output();
        int length = output.remaining();
        int count;
        try {
            count = channel.write(output);
        } catch (IOException failure) {
            side.sent(0);
            side.failed(failure);
            return true;
        }
        side.sent(count);
        return count == length;
    }

    @Override
    public final String toString() {
        return "connection " + channel;
    }
}
