package dev.gearbox.micrometer;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Shutdown;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** An engine with statistics that the test sets; it serves no connections. */
final class FigureEngine implements Engine {
    EngineStats figures = EngineStats.NONE;
    int readings;

    @Override
    public EngineStats stats() {
        readings++;
        return figures;
    }

    @Override
    public Listener listen(SocketAddress address, Protocol protocol, Options options) {
        throw new UnsupportedOperationException("this engine has statistics only");
    }

    @Override
    public CompletionStage<Connection> connect(SocketAddress address, Protocol protocol, Options options) {
        throw new UnsupportedOperationException("this engine has statistics only");
    }

    @Override
    public String backend() {
        return "none";
    }

    @Override
    public Stream<Connection> connections() {
        return Stream.empty();
    }

    @Override
    public Shutdown close(Duration grace) {
        return Shutdown.GRACEFUL;
    }

    @Override
    public void closeOnSignal(Duration grace) {
        throw new UnsupportedOperationException("this engine has statistics only");
    }

    @Override
    public Shutdown awaitClosed() {
        return Shutdown.GRACEFUL;
    }

    @Override
    public String toString() {
        return "figures";
    }
}
