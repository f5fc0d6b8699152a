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

/** The engine of {@link EpollModel}: its loops, and how a connection comes to one. */
final class EpollEngine extends EventLoopEngine<EpollLoop> {
    private final List<EpollLoop> loops;
    private final boolean dealt;
    private final AtomicInteger next = new AtomicInteger();

    /**
     * @param dealt whether one loop accepts and deals connections out, rather than each its own
     */
    EpollEngine(String spec, int threads, boolean dealt) {
        super(spec);
        this.dealt = dealt;
        loops = Loops.start(threads, index -> EpollLoop.start(this, "gearbox-epoll-" + (index + 1)));
    }

    boolean isDealt() {
        return dealt;
    }

    @Override
    protected EpollLoop nextLoop() {
        EpollLoop loop = loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
        loop.assign();
        return loop;
    }

    @Override
    protected Collection<EpollLoop> allLoops() {
        return loops;
    }

    @Override
    protected Listener bind(SocketAddress address, Protocol protocol, Options options) throws IOException {
        return EpollListener.open(this, dealt ? loops.subList(0, 1) : loops, address, protocol, options);
    }

    @Override
    protected void connect(EpollLoop loop, ConnectRequest request) {
        new EpollConnector(this, loop, request).connect();
    }

    @Override
    public void adopt(Handoff connection) throws IOException {
        DescriptorSocket socket = SocketForms.asDescriptor(connection.socket());
        EpollLoop loop = nextLoop();
        loop.execute(() -> EpollLink.moved(loop, socket, connection.side()));
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
    protected Optional<String> superviseAbsence() {
        return Optional.empty();
    }

    @Override
    public String backend() {
        return "epoll, level-triggered, through java.lang.foreign";
    }
}
