package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A connection as its session sees it, on the state that engines drive. */
final class EngineConnection implements Connection {
    private final EngineSide side;

    EngineConnection(EngineSide side) {
        this.side = side;
    }

    @Override
    public boolean write(ByteBuffer data) {
        return side.outbound().write(data);
    }

    @Override
    public void end() {
        side.outbound().end();
    }

    @Override
    public void pause() {
        side.inbound().pause();
    }

    @Override
    public void resume() {
        side.inbound().resume();
    }

    @Override
    public void close() {
        side.life().close();
    }

    @Override
    public long queued() {
        return side.outbound().queued();
    }

    @Override
    public void execute(Runnable task) {
        side.execute(requireNonNull(task, "no task"));
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return side.timers().schedule(delay, task);
    }

    @Override
    public CompletionStage<Void> shiftTo(Engine target) {
        return side.passage().shiftTo(target);
    }

    @Override
    public Engine engine() {
        return side.passage().shownEngine();
    }

    @Override
    public Options options() {
        return side.options();
    }

    @Override
    public Duration age() {
        return side.life().age();
    }

    @Override
    public SocketAddress localAddress() {
        return side.localAddress();
    }

    @Override
    public SocketAddress remoteAddress() {
        return side.remoteAddress();
    }

    EngineSide side() {
        return side;
    }

    @Override
    public String toString() {
        return localAddress() + " - " + remoteAddress();
    }
}
