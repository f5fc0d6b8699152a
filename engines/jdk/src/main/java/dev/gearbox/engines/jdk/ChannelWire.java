package dev.gearbox.engines.jdk;

import dev.gearbox.core.DetachedSocket;
import dev.gearbox.core.Options;
import dev.gearbox.core.Quietly;
import dev.gearbox.core.blocking.Wire;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;

/** A {@link SocketChannel} in blocking mode: with direct buffers its calls copy nothing, and on a virtual thread they park it. */
record ChannelWire(SocketChannel channel) implements Wire {
    /** Channels of the default provider. */
    static final Network NETWORK = new Network() {
        @Override
        public String backend() {
            return SelectorProvider.provider().getClass().getName() + ", blocking";
        }

        @Override
        public Server bind(SocketAddress address, Options options) throws IOException {
            ServerSocketChannel server = ServerSocketChannel.open();
            try {
                Sockets.prepareListener(server, options);
                server.bind(address, options.acceptBacklog());
                return new ChannelServer(server, server.getLocalAddress());
            } catch (IOException | RuntimeException failure) {
                Quietly.close(server);
                throw failure;
            }
        }

        @Override
        public Wire open(SocketAddress address, Options options) throws IOException {
            SocketChannel channel = SocketChannel.open();
            Sockets.prepare(channel, options);
            return new ChannelWire(channel);
        }

        @Override
        public Wire adopt(DetachedSocket socket) throws IOException {
            return Sockets.blocking(socket);
        }
    };

    private record ChannelServer(ServerSocketChannel server, SocketAddress address) implements Server {
        @Override
        public Wire accept() throws IOException {
            return new ChannelWire(server.accept());
        }

        @Override
        public boolean isOpen() {
            return server.isOpen();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return channel.write(source);
    }

    @Override
    public void endOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void prepare(Options options) throws IOException {
        Sockets.prepare(channel, options);
    }

    @Override
    public void connect(SocketAddress address, Options options) throws IOException {
        // Through the socket view: the channel's own connect has no time-out.
        channel.socket()
                .connect(
                        address,
                        Math.toIntExact(Math.max(1, options.connectTimeout().toMillis())));
    }

    @Override
    public SocketAddress localAddress() {
        return channel.socket().getLocalSocketAddress();
    }

    @Override
    public SocketAddress remoteAddress() {
        return channel.socket().getRemoteSocketAddress();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
