package dev.gearbox.engines.jdk;

import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.loop.ReadyTransport;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** The common handling of a channel by connections on a selector loop, in a turn, on whichever thread. */
abstract class NonBlockingTransport extends ReadyTransport implements SelectorLoop.Ready, Runnable {
    final SelectorLoop loop;
    final SocketChannel channel;
    final SelectionKey key;
    /** Another engine has it, or will have it. In a turn. */
    private boolean released;

    NonBlockingTransport(SelectorLoop loop, SocketChannel channel, ConnectionState state) throws IOException {
        super(state);
        this.loop = loop;
        this.channel = channel;
        channel.configureBlocking(false);
        // A channel that connected on this loop is registered already: it keeps its key and changes the attachment.
        key = channel.register(loop.selector(), 0, this);
    }

    /** Called when nothing is due: sets what the selector waits for until the next turn. */
    abstract void await(int interest);

    @Override
    protected final void await(boolean readable, boolean writable) {
        await((readable ? SelectionKey.OP_READ : 0) | (writable ? SelectionKey.OP_WRITE : 0));
    }

    @Override
    protected final int receive(PooledBuffer buffer) throws IOException {
        return channel.read(buffer.memory());
    }

    @Override
    protected final int send(ByteBuffer output) throws IOException {
        return channel.write(output);
    }

    @Override
    protected final void endOutput() throws IOException {
        channel.shutdownOutput();
    }

    /** The thread that has the turn does not use it any more, and a cancelled key delivers no event: the loop's thread acts for the connection now. */
    @Override
    protected final void release() {
        released = true;
        loop.dismiss(key, () -> {
            loop.unassign();
            state().released(new ChannelSocket(channel, state().localAddress(), state().remoteAddress()));
        });
    }

    @Override
    public final void takenBack(DetachedSocket socket) {
        ((SelectorLoopEngine) loop.engine()).takeBack(loop, new Handoff(socket, state()));
    }

    /** The engine is closing and does not take it. */
    final void decline(ChannelSocket socket) {
        loop.dismiss(key, () -> {
            loop.unassign();
            state().declined(socket);
        });
    }

    /** The selector releases the channel's descriptor only in its next selection, so one is triggered. */
    @Override
    protected final void leave() {
        Closeables.close(channel);
        loop.wake();
        loop.unassign();
    }

    @Override
    protected final void resetOnClose() throws IOException {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    }

    /** Returns whether this transport drives the connection. In a turn. */
    final boolean isCurrent() {
        return !released && !state().isOver();
    }
}
