package dev.gearbox.engines.linux;

import dev.gearbox.core.ConnectRequest;
import dev.gearbox.core.EventLoopEngine;
import dev.gearbox.core.Handoff;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.SocketForms;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The engine of {@link UringModel}: its loops, and how a connection comes to one. */
final class UringEngine extends EventLoopEngine<UringLoop> {
    private final List<UringLoop> loops;
    private final int slots;
    private final AtomicInteger next = new AtomicInteger();

    /**
     * @param slots connections for each loop at most; the kernel allows as many as the process may have descriptors
     */
    UringEngine(String spec, int threads, int slots) {
        super(spec);
        this.slots = (int) Math.min(slots, new Syscalls().descriptorLimit());
        loops = Loops.start(threads, index -> UringLoop.start(this, "gearbox-uring-" + (index + 1), this.slots));
    }

    @Override
    protected UringLoop nextLoop() {
        UringLoop loop = loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
        loop.assign();
        return loop;
    }

    @Override
    protected Collection<UringLoop> allLoops() {
        return loops;
    }

    @Override
    protected Listener bind(SocketAddress address, Protocol protocol, Options options) throws IOException {
        return UringListener.open(this, loops, address, protocol, options);
    }

    @Override
    protected void connect(UringLoop loop, ConnectRequest request) {
        new UringConnector(this, loop, request).connect();
    }

    @Override
    public void adopt(Handoff connection) throws IOException {
        DescriptorSocket socket = SocketForms.asDescriptor(connection.socket());
        UringLoop loop = nextLoop();
        loop.execute(() -> UringLink.moved(loop, socket, connection.side()));
    }

    @Override
    protected Optional<String> shiftOutAbsence() {
        return UringModel.shiftOutAbsence();
    }

    @Override
    protected Optional<String> shiftInAbsence() {
        return Optional.empty();
    }

    @Override
    protected Optional<String> superviseAbsence() {
        return Optional.of("a ring belongs to the thread that made it (SINGLE_ISSUER)");
    }

    @Override
    public String backend() {
        return "io_uring through java.lang.foreign: deferred task work, multishot receive into a ring of buffers, "
                + slots + " direct descriptors for each ring";
    }
}
