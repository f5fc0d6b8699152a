package dev.gearbox.engines.linux.epoll;

import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.balance.LoopSizing;
import dev.gearbox.core.loop.EventLoopEngine;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** The engine of {@link EpollModel}: its loops, and the choice of a loop for each connection. */
final class EpollEngine extends EventLoopEngine<EpollLoop> {
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

    void lookAfter(LoopSizing sizing) {
        lookAfterLoops(sizing);
    }

    @Override
    protected boolean isElastic() {
        return true;
    }

    @Override
    protected void settle(EpollLoop loop) {
        epollListeners().forEach(listener -> listener.settle(loop));
    }

    @Override
    protected CompletionStage<Void> vacate(EpollLoop loop) {
        return CompletableFuture.allOf(epollListeners()
                .map(listener -> listener.vacate(loop, openLoops()).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }

    private Stream<EpollListener> epollListeners() {
        return listeners().map(EpollListener.class::cast);
    }

    @Override
    protected Listener open(InetSocketAddress address, Protocol protocol, Options options) throws IOException {
        return EpollListener.open(this, dealt ? openLoops().subList(0, 1) : openLoops(), address, protocol, options);
    }

    @Override
    protected void connect(EpollLoop loop, ConnectRequest request) {
        new EpollConnector(this, loop, request).connect();
    }

    @Override
    protected void adopt(EpollLoop loop, Handoff connection) throws IOException {
        DescriptorSocket socket = connection.asDescriptor();
        beginOn(loop, socket, connection.state(), () -> EpollTransport.moved(loop, socket, connection.state()));
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
    protected Optional<String> watchdogAbsence() {
        return Optional.empty();
    }

    @Override
    public String backend() {
        return "epoll, level-triggered, through java.lang.foreign";
    }
}
