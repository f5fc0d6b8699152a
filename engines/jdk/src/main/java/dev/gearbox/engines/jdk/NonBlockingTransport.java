package dev.gearbox.engines.jdk;

import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.loop.ReadyTransport;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** What every connection on a selector loop does with its channel once it has its turn, on whichever thread. */
abstract class NonBlockingTransport extends ReadyTransport implements SelectorLoop.Ready, Runnable {
    final SelectorLoop loop;
    final SocketChannel channel;
    final SelectionKey key;
    /** In a turn: another engine has it, or will. */
    private boolean released;

    NonBlockingTransport(SelectorLoop loop, SocketChannel channel, ConnectionState state) throws IOException {
        super(state);
        this.loop = loop;
        this.channel = channel;
        channel.configureBlocking(false);
        // A channel that connected on this loop is registered already: it keeps its key and changes what is attached.
        key = channel.register(loop.selector(), 0, this);
    }

    /** Nothing is due: what the selector is to look for until the next turn. */
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

    /** Whoever has the turn does not use it any more, and no event comes from a cancelled key: the loop's thread speaks for the connection now. */
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

    /** The engine is closing and does not want it. */
    final void decline(ChannelSocket socket) {
        loop.dismiss(key, () -> {
            loop.unassign();
            state().declined(socket);
        });
    }

    /** The selector lets go of the channel's descriptor when it next looks around, so it is made to. */
    @Override
    protected final void leave() {
        Closeables.close(channel);
        loop.wake();
        loop.unassign();
    }

    /** In a turn: whether this is what drives the connection. */
    final boolean isCurrent() {
        return !released && !state().isOver();
    }
}
