package dev.gearbox.engines.linux.epoll;

import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.loop.LoopTransport;
import dev.gearbox.core.loop.ReadyTransport;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.engines.linux.sockets.LinuxSocketConverter;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.LinuxSockets;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A connection on an epoll loop, whose thread does everything for it. Level-triggered, with one read for each event: what is left causes the next event. (Edge
 * triggering would save the same system calls only if each read were known to be the last; docs/decisions/0008.)
 */
final class EpollTransport extends ReadyTransport implements EpollLoop.Ready, LoopTransport {
    private final EpollLoop loop;
    private final int descriptor;
    private int interest;
    private boolean released;

    private EpollTransport(EpollLoop loop, int descriptor, ConnectionState state) {
        super(state);
        this.loop = loop;
        this.descriptor = descriptor;
    }

    /** Starts driving an accepted connection. On the loop's thread. */
    static void accepted(EpollLoop loop, int descriptor, ConnectionState state) {
        EpollTransport transport = new EpollTransport(loop, descriptor, state);
        try {
            transport.interest = Constants.EPOLLIN;
            loop.register(descriptor, transport.interest, transport);
        } catch (IOException failure) {
            loop.unassign();
            LinuxSockets.close(loop.calls(), descriptor);
            state.refuse(failure);
            return;
        }
        transport.open();
    }

    /** Starts driving a connection that came from another engine, or came back to this one after a failed shift. On the loop's thread. */
    static void moved(EpollLoop loop, DescriptorSocket socket, ConnectionState state) {
        EpollTransport transport = new EpollTransport(loop, socket.descriptor(), state);
        try {
            transport.interest = Constants.EPOLLIN;
            loop.register(transport.descriptor, transport.interest, transport);
        } catch (IOException failure) {
            loop.unassign();
            state.declined(socket, failure);
            return;
        }
        if (state.open(transport)) {
            transport.settle();
        } else {
            transport.release(state::declined);
        }
    }

    /** Starts driving a connection that was opened, and is registered for EPOLLOUT. On the loop's thread. */
    static void connected(EpollLoop loop, int descriptor, ConnectionState state) {
        EpollTransport transport = new EpollTransport(loop, descriptor, state);
        transport.interest = Constants.EPOLLOUT;
        loop.attach(descriptor, transport);
        transport.open();
    }

    private void open() {
        if (state().open(this)) {
            settle();
        } else {
            leave();
        }
    }

    @Override
    public void ready(int events) {
        if (state().isStalled()) {
            return;
        }
        if ((events & ~Constants.EPOLLOUT) != 0 && state().reading()) {
            read(loop.readBuffer());
        }
        settle();
    }

    @Override
    public void run() {
        if (!released && !state().isStalled() && !state().isOver()) {
            state().turn();
            settle();
        }
    }

    @Override
    protected int receive(PooledBuffer buffer) throws IOException {
        ByteBuffer memory = buffer.memory();
        int count = loop.calls().recv(descriptor, buffer.address() + memory.position(), memory.remaining());
        if (count > 0) {
            memory.position(memory.position() + count);
            return count;
        }
        if (count == 0) {
            return -1;
        }
        if (count == -Constants.EAGAIN || count == -Constants.EINTR) {
            return 0;
        }
        throw Errno.failure(count);
    }

    @Override
    protected int send(ByteBuffer output) throws IOException {
        return send(state().outputAddress(), output.remaining());
    }

    /** Not on a supervised loop: the thread in the callback may have lost the loop, and its system calls with it. */
    @Override
    public int sendAtOnce(ByteBuffer data) throws IOException {
        MemorySegment memory = MemorySegment.ofBuffer(data);
        boolean usable = loop.watch() == null && memory.scope().isAlive();
        return usable ? send(memory.address(), data.remaining()) : 0;
    }

    private int send(long address, int length) throws IOException {
        int count = loop.calls().send(descriptor, address, length);
        if (count >= 0) {
            return count;
        }
        if (count == -Constants.EAGAIN || count == -Constants.EINTR) {
            return 0;
        }
        throw Errno.failure(count);
    }

    @Override
    protected void endOutput() throws IOException {
        int result = loop.calls().shutdown(descriptor, Constants.SHUT_WR);
        if (result < 0) {
            throw Errno.failure(result);
        }
    }

    @Override
    protected void await(boolean readable, boolean writable) {
        int wanted = (readable ? Constants.EPOLLIN : 0) | (writable ? Constants.EPOLLOUT : 0);
        if (wanted != interest) {
            loop.change(descriptor, wanted);
            interest = wanted;
        }
    }

    @Override
    protected void release() {
        release(state()::released);
    }

    private void release(Consumer<DetachedSocket> taker) {
        released = true;
        loop.dismiss(descriptor);
        loop.unassign();
        taker.accept(LinuxSocketConverter.socket(descriptor, state().localAddress(), state().remoteAddress()));
    }

    @Override
    protected void leave() {
        loop.close(descriptor);
        loop.unassign();
    }

    @Override
    protected void resetOnClose() throws IOException {
        int result = loop.calls().resetOnClose(descriptor);
        if (result < 0) {
            throw Errno.failure(result);
        }
    }

    @Override
    public void abandoned() {
        loop.close(descriptor);
    }

    @Override
    public EpollLoop loop() {
        return loop;
    }
}
