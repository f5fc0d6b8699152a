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
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * The common part of engines whose event loops work on plain descriptors: listeners follow the loops that are added and removed, and a connection of
 * another engine is taken over as a descriptor.
 *
 * @param <L> the type of its loops
 */
public abstract class DescriptorLoopEngine<L extends EventLoop> extends EventLoopEngine<L> {
    /**
     * @param spec the engine's canonical spec
     */
    protected DescriptorLoopEngine(String spec) {
        super(spec);
    }

    /** Called on the loop's thread: starts to drive a connection that came from another engine. */
    protected abstract void moved(L loop, DescriptorSocket socket, ConnectionState state);

    @Override
    protected abstract LoopListener<L> open(SocketAddress address, Protocol protocol, Options options)
            throws IOException;

    /** Starts to move connections between loops and to adapt the number of loops to the load. Called once, when the loops have been started. */
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

    @SuppressWarnings("unchecked") // open() creates no others
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

    @Override
    protected final Optional<String> unixAbsence() {
        return Optional.empty();
    }
}
