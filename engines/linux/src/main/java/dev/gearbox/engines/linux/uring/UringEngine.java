package dev.gearbox.engines.linux.uring;

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

/** The engine of {@link UringModel}: its loops, and the choice of a loop for each connection. */
final class UringEngine extends EventLoopEngine<UringLoop> {
    private final int slots;
    private final Kernel kernel;

    /** @param slots the maximum number of connections for each loop; the kernel allows as many as the process may have descriptors */
    UringEngine(String spec, int threads, int slots, Kernel kernel) {
        super(spec);
        this.kernel = kernel;
        this.slots = (int) Math.min(slots, kernel.calls().descriptorLimit());
        startLoops(threads);
    }

    @Override
    public long nanoTime() {
        return kernel.nanoTime();
    }

    @Override
    protected UringLoop startLoop(int number) {
        return UringLoop.start(this, "gearbox-uring-" + number, slots, kernel);
    }

    Kernel kernel() {
        return kernel;
    }

    void lookAfter(LoopSizing sizing) {
        lookAfterLoops(sizing);
    }

    @Override
    protected boolean isElastic() {
        return true;
    }

    @Override
    protected void settle(UringLoop loop) {
        uringListeners().forEach(listener -> listener.settle(loop));
    }

    @Override
    protected CompletionStage<Void> vacate(UringLoop loop) {
        return CompletableFuture.allOf(uringListeners()
                .map(listener -> listener.vacate(loop, openLoops()).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }

    private Stream<UringListener> uringListeners() {
        return listeners().map(UringListener.class::cast);
    }

    @Override
    protected Listener open(InetSocketAddress address, Protocol protocol, Options options) throws IOException {
        return UringListener.open(this, openLoops(), address, protocol, options);
    }

    @Override
    protected void connect(UringLoop loop, ConnectRequest request) {
        new UringConnector(this, loop, request).connect();
    }

    @Override
    protected void adopt(UringLoop loop, Handoff connection) throws IOException {
        DescriptorSocket socket = connection.asDescriptor();
        beginOn(loop, socket, connection.state(), () -> UringTransport.moved(loop, socket, connection.state()));
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
    protected Optional<String> watchdogAbsence() {
        return Optional.of("a ring belongs to the thread that made it (SINGLE_ISSUER)");
    }

    @Override
    public String backend() {
        return "io_uring through java.lang.foreign: deferred task work, multishot receive into a ring of buffers, "
                + slots + " direct descriptors for each ring";
    }
}
