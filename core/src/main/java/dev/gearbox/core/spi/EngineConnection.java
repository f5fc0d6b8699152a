package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.AttributeKey;
import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.buffers.SharedBuffer;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A connection as its session sees it, backed by the state that engines drive. */
final class EngineConnection implements Connection {
    private final ConnectionState state;
    /** Created with the first one. */
    private volatile @Nullable Map<AttributeKey<?>, Object> attributes;

    EngineConnection(ConnectionState state) {
        this.state = state;
    }

    @Override
    @SuppressWarnings("unchecked") // a key is only set with a value of its type
    public <T> Optional<T> attribute(AttributeKey<T> key) {
        Optional<Connection> below = below();
        if (below.isPresent()) {
            return below.get().attribute(key);
        }
        Map<AttributeKey<?>, Object> known = attributes;
        return known == null ? Optional.empty() : Optional.ofNullable((T) known.get(key));
    }

    @Override
    public <T> void setAttribute(AttributeKey<T> key, T value) {
        Optional<Connection> below = below();
        if (below.isPresent()) {
            below.get().setAttribute(key, value);
            return;
        }
        Map<AttributeKey<?>, Object> known = attributes;
        if (known == null) {
            synchronized (this) {
                known = attributes;
                if (known == null) {
                    known = new ConcurrentHashMap<>();
                    attributes = known;
                }
            }
        }
        known.put(requireNonNull(key, "no key"), requireNonNull(value, "no value"));
    }

    private Optional<Connection> below() {
        Transport transport = state.binding().transport();
        return transport == null ? Optional.empty() : transport.underneath();
    }

    @Override
    public boolean write(ByteBuffer data) {
        return state.outbound().write(data);
    }

    @Override
    public boolean send(ByteBuffer data) {
        return state.outbound().send(data);
    }

    @Override
    public boolean send(SharedBuffer data) {
        return state.outbound().send(data);
    }

    @Override
    public boolean isWritable() {
        return state.outbound().isWritable();
    }

    @Override
    public void end() {
        state.outbound().end();
    }

    @Override
    public void pause() {
        state.inbound().pause();
    }

    @Override
    public void resume() {
        state.inbound().resume();
    }

    @Override
    public void close() {
        state.life().close();
    }

    @Override
    public void abort() {
        state.life().abort();
    }

    @Override
    public long queued() {
        return state.outbound().queued();
    }

    @Override
    public long bytesRead() {
        return state.bytesRead();
    }

    @Override
    public long bytesWritten() {
        return state.bytesWritten();
    }

    @Override
    public boolean isReading() {
        return state.isReading();
    }

    @Override
    public void execute(Runnable task) {
        state.execute(requireNonNull(task, "no task"));
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return state.timers().schedule(delay, task);
    }

    @Override
    public CompletionStage<Void> shiftTo(Engine target) {
        return state.binding().shiftTo(target);
    }

    @Override
    public Engine engine() {
        return state.binding().shownEngine();
    }

    @Override
    public Options options() {
        return state.options();
    }

    @Override
    public Duration age() {
        return state.life().age();
    }

    @Override
    public SocketAddress localAddress() {
        return state.localAddress();
    }

    @Override
    public SocketAddress remoteAddress() {
        return state.remoteAddress();
    }

    ConnectionState state() {
        return state;
    }

    @Override
    public String toString() {
        return localAddress() + " - " + remoteAddress();
    }
}
