package dev.gearbox.engines.linux.virtual;

import dev.gearbox.core.Options;
import dev.gearbox.core.blocking.BlockingSocket;
import dev.gearbox.core.blocking.ConnectionThreads;
import dev.gearbox.core.loop.EventLoop;
import dev.gearbox.core.observe.LoopStats;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.LinuxSockets;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The loops of an engine, which are both its threads and its network. Each connection stays on one of them: its thread, its helper threads, its timers and its
 * descriptor. The first loop accepts, and distributes connections round-robin.
 */
final class VirtualLoops implements ConnectionThreads, BlockingSocket.Factory {
    private final AtomicInteger next = new AtomicInteger();
    private List<VirtualLoop> loops = List.of();

    /** Starts all loops or none; called once, before anything else. */
    void start(EngineBase engine, int count) {
        List<VirtualLoop> starting = new ArrayList<>();
        try {
            for (int number = 1; number <= count; number++) {
                starting.add(VirtualLoop.start(engine, "gearbox-virtual-loop-" + number));
            }
        } catch (RuntimeException | OutOfMemoryError failure) {
            starting.forEach(EventLoop::stop);
            throw failure;
        }
        loops = List.copyOf(starting);
    }

    /** Returns the loop that the current thread runs on. */
    VirtualLoop here() {
        for (VirtualLoop loop : loops) {
            if (loop.isHere()) {
                return loop;
            }
        }
        throw new IllegalStateException(Thread.currentThread() + " runs on none of the engine's loops");
    }

    LoopStats stats() {
        return loops.stream().map(VirtualLoop::stats).reduce(LoopStats.NONE, LoopStats::plus);
    }

    @Override
    public ConnectionExecutor executor() {
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    @Override
    public void accept(Runnable acceptor) {
        loops.getFirst().start(acceptor);
    }

    @Override
    public void close() {
        loops.forEach(VirtualLoop::close);
    }

    @Override
    public String backend() {
        return "epoll, edge-triggered, through java.lang.foreign; virtual threads on the loop, " + Runtime.version();
    }

    @Override
    public BlockingSocket.Server bind(SocketAddress address, Options options) throws IOException {
        LinuxSockets.Listening listening = LinuxSockets.listen(address, options, 1, Constants.SOCK_NONBLOCK);
        return new VirtualLoopServer(
                this, loops.getFirst(), listening.descriptors().getFirst(), listening.address());
    }

    @Override
    public BlockingSocket open(SocketAddress address, Options options) throws IOException {
        return VirtualLoopSocket.opened(this, here(), address, options);
    }

    @Override
    public BlockingSocket adopt(Handoff connection) throws IOException {
        return VirtualLoopSocket.adopted(this, connection.asDescriptor());
    }

    @Override
    public Optional<String> shiftOutAbsence() {
        return Optional.empty();
    }

    @Override
    public Optional<String> shiftInAbsence() {
        return Optional.empty();
    }

    @Override
    public Optional<String> unixAbsence() {
        return Optional.empty();
    }
}
