package dev.gearbox.engines.jdk;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A listening socket to which the test connects. */
final class SimulatedServer extends ServerSocketChannel implements SimulatedSelector.Simulated {
    private static volatile @Nullable SimulatedServer last;

    private final Queue<SimulatedSocket> backlog = new ConcurrentLinkedQueue<>();

    SimulatedServer(SimulatedNetwork provider) {
        super(provider);
        last = this;
    }

    /** The one that was opened last. */
    static SimulatedServer last() {
        return java.util.Objects.requireNonNull(last);
    }

    void connect(SimulatedSocket socket) {
        backlog.add(socket);
    }

    @Override
    public int readyOps() {
        return backlog.isEmpty() ? 0 : SelectionKey.OP_ACCEPT;
    }

    @Override
    public @Nullable SimulatedSocket accept() {
        return backlog.poll();
    }

    @Override
    public ServerSocketChannel bind(@Nullable SocketAddress local, int backlogSize) {
        return this;
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) {
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
        throw new UnsupportedOperationException("options are not kept");
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    @Override
    public ServerSocket socket() {
        throw new UnsupportedOperationException("no other view");
    }

    @Override
    public SocketAddress getLocalAddress() {
        return new InetSocketAddress(1);
    }

    @Override
    protected void implCloseSelectableChannel() {
        backlog.clear();
    }

    @Override
    protected void implConfigureBlocking(boolean block) {}
}
