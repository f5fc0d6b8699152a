package dev.gearbox.engines.jdk;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.concurrent.LoopLost;
import dev.gearbox.core.sockets.ChannelOptions;
import dev.gearbox.core.sockets.ChannelSocket;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.spi.AcceptBackoff;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * A listening socket on a selector loop. Accepts a batch when it is ready and lets the loop's connections have their turn before the next. When the system has
 * no descriptor left, the socket stays ready although accept fails: the acceptor then deregisters it from the selector and tries again after a back-off, longer
 * each time.
 */
final class SelectorAcceptor implements Listener, SelectorLoop.Ready {
    private static final int BATCH = 64;
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private final SelectorLoopEngine engine;
    private final SelectorLoop loop;
    private final Protocol protocol;
    private final Options options;
    private final ServerSocketChannel server;
    private final SocketAddress address;
    private final AcceptBackoff backoff = new AcceptBackoff();

    SelectorAcceptor(
            SelectorLoopEngine engine, SelectorLoop loop, SocketAddress address, Protocol protocol, Options options)
            throws IOException {
        this.engine = engine;
        this.loop = loop;
        this.protocol = protocol;
        this.options = options;
        server = ChannelOptions.openServer(address);
        try {
            ChannelOptions.prepareListener(server, options);
            server.configureBlocking(false);
            server.bind(address, options.acceptBacklog());
            this.address = server.getLocalAddress();
        } catch (IOException | RuntimeException failure) {
            Closeables.close(server);
            throw failure;
        }
    }

    void start() {
        loop.execute(() -> {
            try {
                if (server.isOpen()) {
                    server.register(loop.selector(), SelectionKey.OP_ACCEPT, this);
                }
            } catch (IOException failure) {
                LOG.log(Level.ERROR, () -> engine + " cannot accept on " + address, failure);
                Closeables.close(server);
            }
        });
    }

    @Override
    public void ready(SelectionKey key) {
        for (int accepted = 0; accepted < BATCH; accepted++) {
            long before = System.nanoTime();
            try {
                SocketChannel channel = server.accept();
                engine.counters().acceptNanos.add(System.nanoTime() - before);
                if (channel == null) {
                    return;
                }
                take(channel);
                backoff.accepted();
            } catch (LoopLost lost) {
                throw lost;
            } catch (IOException | RuntimeException | Error failure) {
                if (server.isOpen()) {
                    backOff(key, failure);
                }
                return;
            }
        }
    }

    private void take(SocketChannel channel) {
        engine.counters().accepted.increment();
        try {
            ChannelOptions.prepare(channel, options);
            ChannelSocket socket = new ChannelSocket(channel, channel.getLocalAddress(), channel.getRemoteAddress());
            engine.adopt(new Handoff(
                    socket,
                    new ConnectionState(protocol, options, socket.localAddress(), socket.remoteAddress(), this, null)));
        } catch (IOException | IllegalStateException gone) {
            // The peer reset it while it waited to be accepted, or no loop is left for it.
            Closeables.close(channel);
        } catch (LoopLost lost) {
            throw lost;
        } catch (RuntimeException | Error unable) {
            Closeables.close(channel);
            throw unable;
        }
    }

    private void backOff(SelectionKey key, Throwable failure) {
        key.interestOps(0);
        loop.after(backoff.failed(engine, failure), () -> {
            if (key.isValid()) {
                key.interestOps(SelectionKey.OP_ACCEPT);
            }
        });
    }

    @Override
    public SocketAddress address() {
        return address;
    }

    @Override
    public Stream<Connection> connections() {
        return engine.connections(this);
    }

    @Override
    public void close() {
        loop.close(server);
        engine.forget(this);
    }

    @Override
    public Shutdown close(Duration grace) {
        return engine.close(this, grace);
    }

    @Override
    public String toString() {
        return "acceptor " + address;
    }
}
