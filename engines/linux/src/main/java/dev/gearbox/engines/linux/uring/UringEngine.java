package dev.gearbox.engines.linux.uring;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.engines.linux.system.DescriptorLoopEngine;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;

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
    protected UringListener open(SocketAddress address, Protocol protocol, Options options) throws IOException {
        return UringListener.open(this, openLoops(), address, protocol, options);
    }

    @Override
    protected void connect(UringLoop loop, ConnectRequest request) {
        withSlot(loop, roomy -> new UringConnector(this, roomy, request).connect(), () -> request.fail(noRoom()));
        if (isClosing()) {
            // It may have been passed on to a loop that has ended and runs no more tasks.
            request.fail(new IllegalStateException(this + " is closed"));
        }
    }

    @Override
    protected void moved(UringLoop loop, DescriptorSocket socket, ConnectionState state) {
        withSlot(loop, roomy -> UringTransport.install(roomy, socket, state), () -> state.declined(socket, noRoom()));
    }

    /**
     * Reserves a slot for a connection that is assigned to this loop, on its ring or, if that is full, on another one: the connection is assigned to the loop that
     * has the slot. On the loop's thread.
     *
     * @param begin called on the thread of the loop that has the slot
     * @param none called if all rings are full; the connection is assigned to no loop
     */
    private void withSlot(UringLoop loop, Consumer<UringLoop> begin, Runnable none) {
        if (loop.slots().reserve()) {
            begin.accept(loop);
            return;
        }
        loop.unassign();
        Iterator<UringLoop> others =
                openLoops().stream().filter(other -> other != loop).iterator();
        withSlotOfAnother(others, begin, none);
    }

    private static void withSlotOfAnother(Iterator<UringLoop> others, Consumer<UringLoop> begin, Runnable none) {
        while (others.hasNext()) {
            UringLoop other = others.next();
            if (other.assign()) {
                if (other.execute(() -> {
                    if (other.slots().reserve()) {
                        begin.accept(other);
                    } else {
                        other.unassign();
                        withSlotOfAnother(others, begin, none);
                    }
                })) {
                    return;
                }
                other.unassign();
            }
        }
        none.run();
    }

    private IOException noRoom() {
        return new IOException("no ring of " + this + " has room for another connection");
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
