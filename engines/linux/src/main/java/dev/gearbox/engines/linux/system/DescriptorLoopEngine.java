package dev.gearbox.engines.linux.system;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.balance.LoopSizing;
import dev.gearbox.core.loop.EventLoop;
import dev.gearbox.core.loop.EventLoopEngine;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * What engines of event loops over plain descriptors share: their listeners follow the loops as these come and go, and a connection that comes from
 * another engine comes as a descriptor.
 *
 * @param <L> its kind of loop
 */
public abstract class DescriptorLoopEngine<L extends EventLoop> extends EventLoopEngine<L> {
    /**
     * @param spec the engine's canonical spec
     */
    protected DescriptorLoopEngine(String spec) {
        super(spec);
    }

    /** On the loop's thread: drives a connection that came from another engine. */
    protected abstract void moved(L loop, DescriptorSocket socket, ConnectionState state);

    @Override
    protected abstract LoopListener<L> open(InetSocketAddress address, Protocol protocol, Options options)
            throws IOException;

    /** Once, when the loops are started: moves connections about and changes the number of loops from now on, as the load wants it. */
    public final void lookAfter(LoopSizing sizing) {
        lookAfterLoops(sizing);
    }

    @Override
    protected final boolean isElastic() {
        return true;
    }

    @Override
    protected final void settle(L loop) {
        loopListeners().forEach(listener -> listener.settle(loop));
    }

    @Override
    protected final CompletionStage<Void> vacate(L loop) {
        return CompletableFuture.allOf(loopListeners()
                .map(listener -> listener.vacate(loop, openLoops()).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }

    @SuppressWarnings("unchecked") // open makes no others
    private Stream<LoopListener<L>> loopListeners() {
        return listeners().map(listener -> (LoopListener<L>) listener);
    }

    @Override
    protected final void adopt(L loop, Handoff connection) throws IOException {
        DescriptorSocket socket = connection.asDescriptor();
        ConnectionState state = connection.state();
        beginOn(loop, socket, state, () -> moved(loop, socket, state));
    }

    @Override
    protected final Optional<String> shiftInAbsence() {
        return Optional.empty();
    }
}
