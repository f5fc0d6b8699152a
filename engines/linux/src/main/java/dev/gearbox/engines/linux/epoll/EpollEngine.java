package dev.gearbox.engines.linux.epoll;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.engines.linux.system.DescriptorLoopEngine;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Optional;

/** The engine of {@link EpollModel}: its loops, and the choice of a loop for each connection. */
final class EpollEngine extends DescriptorLoopEngine<EpollLoop> {
    private final boolean dealt;

    /** @param dealt whether one loop accepts and distributes connections, instead of each loop accepting its own */
    EpollEngine(String spec, int threads, boolean dealt) {
        super(spec);
        this.dealt = dealt;
        startLoops(threads);
    }

    boolean isDealt() {
        return dealt;
    }

    @Override
    protected EpollLoop startLoop(int number) {
        return EpollLoop.start(this, "gearbox-epoll-" + number);
    }

    @Override
    protected EpollListener open(SocketAddress address, Protocol protocol, Options options) throws IOException {
        return EpollListener.open(this, dealt ? openLoops().subList(0, 1) : openLoops(), address, protocol, options);
    }

    @Override
    protected void connect(EpollLoop loop, ConnectRequest request) {
        new EpollConnector(this, loop, request).connect();
    }

    @Override
    protected void moved(EpollLoop loop, DescriptorSocket socket, ConnectionState state) {
        EpollTransport.moved(loop, socket, state);
    }

    @Override
    protected Optional<String> shiftOutAbsence() {
        return Optional.empty();
    }

    @Override
    protected Optional<String> watchdogAbsence() {
        return Optional.empty();
    }

    @Override
    public String backend() {
        return "epoll, level-triggered, through java.lang.foreign";
    }
}
