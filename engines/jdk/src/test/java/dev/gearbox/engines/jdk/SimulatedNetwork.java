package dev.gearbox.engines.jdk;

import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Selectors and sockets without a system: the test decides what is ready, and a thread that selects pauses for a {@link ThreadSchedule}. */
public final class SimulatedNetwork extends SelectorProvider {
    private static volatile @Nullable ThreadSchedule schedule;

    /** For the property that names the provider. */
    public SimulatedNetwork() {}

    /** From now on, opened channels belong to this run. */
    static void begin(ThreadSchedule run) {
        schedule = run;
    }

    static SimulatedNetwork installed() {
        return (SimulatedNetwork) SelectorProvider.provider();
    }

    @Override
    public AbstractSelector openSelector() {
        return new SimulatedSelector(this, Objects.requireNonNull(schedule));
    }

    @Override
    public SimulatedServer openServerSocketChannel() {
        return new SimulatedServer(this);
    }

    @Override
    public SocketChannel openSocketChannel() {
        throw new UnsupportedOperationException("connections of our own are not simulated");
    }

    @Override
    public DatagramChannel openDatagramChannel() {
        throw new UnsupportedOperationException("no datagrams");
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) {
        throw new UnsupportedOperationException("no datagrams");
    }

    @Override
    public Pipe openPipe() {
        throw new UnsupportedOperationException("no pipes");
    }
}
