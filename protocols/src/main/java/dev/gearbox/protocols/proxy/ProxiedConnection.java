package dev.gearbox.protocols.proxy;

import dev.gearbox.core.AttributeKey;
import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.buffers.SharedBuffer;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A connection with the addresses of its PROXY header, if it has some; everything else is that of the connection to the proxy. */
final class ProxiedConnection implements Connection {
    private final Connection below;
    private final Optional<ProxyAddresses> addresses;
    private boolean paused;

    ProxiedConnection(Connection below, Optional<ProxyAddresses> addresses) {
        this.below = below;
        this.addresses = addresses;
    }

    /** Returns whether its session does not want what follows the header yet. */
    boolean isPaused() {
        return paused;
    }

    @Override
    public SocketAddress localAddress() {
        return addresses
                .map(ProxyAddresses::destination)
                .map(SocketAddress.class::cast)
                .orElseGet(below::localAddress);
    }

    @Override
    public SocketAddress remoteAddress() {
        return addresses
                .map(ProxyAddresses::source)
                .map(SocketAddress.class::cast)
                .orElseGet(below::remoteAddress);
    }

    @Override
    public boolean write(ByteBuffer data) {
        return below.write(data);
    }

    @Override
    public boolean send(ByteBuffer data) {
        return below.send(data);
    }

    @Override
    public boolean send(SharedBuffer data) {
        return below.send(data);
    }

    @Override
    public boolean isWritable() {
        return below.isWritable();
    }

    @Override
    public void end() {
        below.end();
    }

    @Override
    public void pause() {
        below.pause();
        paused = true;
    }

    @Override
    public void resume() {
        below.resume();
        paused = false;
    }

    @Override
    public void close() {
        below.close();
    }

    @Override
    public void abort() {
        below.abort();
    }

    @Override
    public long queued() {
        return below.queued();
    }

    @Override
    public long bytesRead() {
        return below.bytesRead();
    }

    @Override
    public long bytesWritten() {
        return below.bytesWritten();
    }

    @Override
    public boolean isReading() {
        return below.isReading();
    }

    @Override
    public void execute(Runnable task) {
        below.execute(task);
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return below.schedule(delay, task);
    }

    @Override
    public CompletionStage<Void> shiftTo(Engine target) {
        return below.shiftTo(target);
    }

    @Override
    public Engine engine() {
        return below.engine();
    }

    @Override
    public <T> Optional<T> attribute(AttributeKey<T> key) {
        return below.attribute(key);
    }

    @Override
    public <T> void setAttribute(AttributeKey<T> key, T value) {
        below.setAttribute(key, value);
    }

    @Override
    public Options options() {
        return below.options();
    }

    @Override
    public Duration age() {
        return below.age();
    }

    @Override
    public String toString() {
        return below + addresses.map(known -> " for " + known.source()).orElse("");
    }
}
