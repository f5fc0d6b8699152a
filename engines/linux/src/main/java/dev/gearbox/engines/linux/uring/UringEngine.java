package dev.gearbox.engines.linux.uring;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.engines.linux.system.DescriptorLoopEngine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The engine of {@link UringModel}: its loops, and the choice of a loop for each connection. */
final class UringEngine extends DescriptorLoopEngine<UringLoop> {
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

    @Override
    protected UringListener open(InetSocketAddress address, Protocol protocol, Options options) throws IOException {
        return UringListener.open(this, openLoops(), address, protocol, options);
    }

    @Override
    protected void connect(UringLoop loop, ConnectRequest request) {
        new UringConnector(this, loop, request).connect();
    }

    @Override
    protected void moved(UringLoop loop, DescriptorSocket socket, ConnectionState state) {
        UringTransport.moved(loop, socket, state);
    }

    @Override
    protected Optional<String> shiftOutAbsence() {
        return UringModel.shiftOutAbsence();
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
