package dev.gearbox.engines.linux;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.concurrent.TimerQueue;
import dev.gearbox.core.loop.ReadyTransport;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import dev.gearbox.engines.linux.uring.SimulatedKernel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The other engine in shifts of connections of a simulated ring: an engine without a thread, on sockets of a {@link SimulatedKernel}. It declines connections
 * now and then, and delays others. A script makes its steps.
 */
public final class OtherTestEngine extends EngineBase {
    private static final int READ = 8 << 10;

    private final SimulatedKernel kernel;
    private final TimerQueue timers;
    private final List<Handoff> arriving = new ArrayList<>();
    private final List<Handoff> returning = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    public OtherTestEngine(SimulatedKernel kernel) {
        super("elsewhere");
        this.kernel = kernel;
        timers = new TimerQueue(kernel::nanoTime);
    }

    private final class Link extends ReadyTransport {
        private final DescriptorSocket socket;
        private final SimulatedSocket below;
        private boolean reads;
        private boolean mail = true;

        Link(DescriptorSocket socket, ConnectionState state) {
            super(state);
            this.socket = socket;
            below = kernel.of(socket.descriptor());
        }

        private boolean isReady() {
            return mail
                    || (reads && (below.waiting() > 0 || below.peerEnded || (below.reset && !below.resetTold)))
                    || (state().next() == ConnectionState.Next.SEND && (below.space() > 0 || below.reset));
        }

        void turn() {
            mail = false;
            state().turn();
            PooledBuffer buffer = pool().take(READ);
            if (reads) {
                read(buffer);
            }
            settle();
            buffer.release();
        }

        @Override
        protected int receive(PooledBuffer buffer) throws IOException {
            if (below.waiting() == 0) {
                if (below.reset && !below.resetTold) {
                    below.resetTold = true;
                    throw new SocketException("Connection reset");
                }
                return below.peerEnded || below.reset ? -1 : 0;
            }
            int count = (int) Math.min(below.waiting(), READ);
            for (int index = 0; index < count; index++) {
                buffer.memory().put(below.at(below.received++));
            }
            return count;
        }

        @Override
        protected int send(ByteBuffer output) throws IOException {
            if (below.reset) {
                throw new SocketException("Broken pipe");
            }
            int count = Math.min(below.space(), output.remaining());
            kernel.write(below, MemorySegment.ofBuffer(output).address(), count);
            return count;
        }

        @Override
        protected void endOutput() {
            below.outputEnded = true;
        }

        @Override
        protected void leave() {
            links.remove(this);
            socket.close();
        }

        @Override
        protected void resetOnClose() {
            below.aborted = true;
        }

        @Override
        protected void release() {
            links.remove(this);
            state().released(socket);
        }

        @Override
        protected void await(boolean readable, boolean writable) {
            reads = readable;
        }

        @Override
        public EngineBase engine() {
            return OtherTestEngine.this;
        }

        @Override
        public void wake() {
            mail = true;
        }

        @Override
        public void takenBack(DetachedSocket back) {
            returning.add(new Handoff(back, state()));
        }

        @Override
        public Cancellable after(long nanos, Runnable task) {
            return timers.add(kernel.nanoTime() + nanos, task);
        }
    }

    @Override
    public void adopt(Handoff connection) throws IOException {
        if (kernel.perhaps(6)) {
            throw new IOException("not today");
        }
        arriving.add(connection);
    }

    private void take(Handoff arrived) {
        DescriptorSocket socket = (DescriptorSocket) arrived.socket();
        Link transport = new Link(socket, arrived.state());
        if (arrived.state().open(transport)) {
            links.add(transport);
            transport.turn();
        } else {
            arrived.state().declined(socket);
        }
    }

    /** Does one thing, if there is one to do; returns whether there was. */
    public boolean step() {
        if (timers.runDue()) {
            return true;
        }
        if (!returning.isEmpty()) {
            take(returning.removeFirst());
            return true;
        }
        if (!arriving.isEmpty()) {
            Handoff arrived = arriving.removeFirst();
            if (kernel.perhaps(3)) {
                arrived.state().declined(arrived.socket(), new IOException("not this one"));
            } else {
                take(arrived);
            }
            return true;
        }
        List<Link> ready = links.stream().filter(Link::isReady).toList();
        if (ready.isEmpty()) {
            return false;
        }
        ready.get(kernel.random.nextInt(ready.size())).turn();
        return true;
    }

    /** Does everything that can be done without further events, advancing the time if necessary; returns whether there was anything. */
    public boolean settle() {
        if (step()) {
            return true;
        }
        long delay = timers.delay();
        if (delay == Long.MAX_VALUE) {
            return false;
        }
        kernel.pass(delay);
        return true;
    }

    @Override
    public long nanoTime() {
        return kernel.nanoTime();
    }

    @Override
    protected Optional<String> shiftOutAbsence() {
        return Optional.empty();
    }

    @Override
    protected Optional<String> shiftInAbsence() {
        return Optional.empty();
    }

    @Override
    protected void stopAccepting() {}

    @Override
    protected void stopThreads() {}
}
