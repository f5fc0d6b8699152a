package dev.gearbox.engines.netty;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.LostSocket;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.Version;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The common part of the Netty engines, everything but the transport: an event loop that accepts and a group of event loops that serve. */
final class NettyEngine extends EngineBase {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    /** Attempts to create a channel for an existing socket, where that takes a connect. */
    private static final int ATTEMPTS = 5;

    private final NettyTransportKind kind;
    private final LoopThreadFactory acceptorThread;
    private final LoopThreadFactory threads;
    private final EventLoopGroup acceptor;
    private final EventLoopGroup loops;
    private final Map<EventExecutor, LoopBuffers> buffers = new HashMap<>();
    private final Queue<NettyAcceptor> acceptors = new ConcurrentLinkedQueue<>();
    private final Set<NettyConnector> attempts = ConcurrentHashMap.newKeySet();

    NettyEngine(Parameters parameters, NettyTransportKind kind) {
        super(parameters.spec());
        this.kind = kind;
        String name = "gearbox-" + parameters.spec().replaceFirst("\\?.*", "");
        acceptorThread = new LoopThreadFactory(name + "-acceptor");
        threads = new LoopThreadFactory(name);
        acceptor = new MultiThreadIoEventLoopGroup(1, acceptorThread, kind.loops());
        loops = new MultiThreadIoEventLoopGroup(parameters.integer(NettyCards.THREADS), threads, kind.loops());
        for (EventExecutor loop : loops) {
            buffers.put(loop, new LoopBuffers(pool(), parameters.integer(NettyCards.BUFFER)));
        }
    }

    NettyTransportKind kind() {
        return kind;
    }

    @Override
    protected boolean isOnOwnThread() {
        return buffers.keySet().stream().anyMatch(EventExecutor::inEventLoop);
    }

    EventLoop acceptLoop() {
        return acceptor.next();
    }

    LoopBuffers buffers(EventLoop loop) {
        return requireNonNull(buffers.get(loop), "not one of our loops");
    }

    /** Sets up a new connection's channel before it is registered. */
    void prepare(SocketChannel channel, Options options) {
        configure(channel);
        channel.config().setTcpNoDelay(options.noDelay());
        if (options.sendBuffer() > 0) {
            channel.config().setSendBufferSize(options.sendBuffer());
        }
        if (options.receiveBuffer() > 0) {
            channel.config().setReceiveBufferSize(options.receiveBuffer());
        }
        kind.options().prepare(channel.config(), options);
    }

    /** Sets the options that concern Netty only. */
    private void configure(SocketChannel channel) {
        channel.config().setAutoRead(false).setAllowHalfClosure(true);
        kind.prepare(channel);
    }

    /** Assigns a new connection to its event loop, where its session is opened. */
    void take(SocketChannel channel, ConnectionState state) {
        channel.pipeline().addLast(new NettyChannelTransport(this, channel, state));
        loops.register(channel).addListener(registered -> {
            if (!registered.isSuccess()) {
                channel.unsafe().closeForcibly();
                state.refuse(requireNonNull(registered.cause()));
            }
        });
    }

    @Override
    public void adopt(Handoff connection) throws IOException {
        begin(loops.next(), connection, kind.own(connection), Optional.empty());
    }

    /**
     * Drives a connection that has come back, on that loop again. From any thread.
     *
     * @param spare its channel, if the transport needs one
     */
    void takeBack(EventLoop loop, Handoff connection, Optional<SocketChannel> spare) {
        try {
            begin(loop, connection, kind.own(connection), spare);
        } catch (IOException | UnsupportedOperationException failure) {
            connection.state().declined(connection.socket(), failure);
        }
    }

    private void begin(EventLoop loop, Handoff connection, DetachedSocket own, Optional<SocketChannel> spare) {
        try {
            loop.execute(() -> drive(loop, connection, own, spare, ATTEMPTS));
        } catch (RejectedExecutionException ended) {
            spare.ifPresent(unused -> unused.unsafe().closeForcibly());
            connection.state().declined(own, ended);
        }
    }

    private void drive(
            EventLoop loop, Handoff connection, DetachedSocket own, Optional<SocketChannel> spare, int attempts) {
        ConnectionState state = connection.state();
        SocketChannel channel;
        try {
            channel = spare.orElseGet(() -> kind.channel(own));
        } catch (ChannelException failure) {
            state.declined(own, failure);
            return;
        }
        configure(channel);
        NettyChannelTransport channelTransport = NettyChannelTransport.moved(this, channel, state);
        kind.begin(loop, channel, connection, channelTransport).addListener(begun -> {
            if (begun.isSuccess()) {
                channelTransport.begun();
            } else if (begun.cause() instanceof ConnectTimeoutException && attempts > 1) {
                drive(loop, connection, own, Optional.empty(), attempts - 1);
            } else {
                state.declined(
                        kind.copies() ? own : new LostSocket(own.localAddress(), own.remoteAddress()),
                        requireNonNull(begun.cause()));
            }
        });
    }

    @Override
    protected Optional<String> shiftOutAbsence() {
        return kind.shiftOutAbsence();
    }

    @Override
    protected Optional<String> shiftInAbsence() {
        return kind.shiftInAbsence();
    }

    @Override
    protected Listener bind(SocketAddress address, Protocol protocol, Options options) throws IOException {
        NettyAcceptor listening = new NettyAcceptor(this, address, protocol, options);
        acceptors.add(listening);
        return listening;
    }

    @Override
    protected Optional<String> unixAbsence() {
        // NioServerDomainSocketChannel and the native ones, Netty 4.2.18.
        return Optional.of(
                "Netty deletes the file of a listening socket by its name, even if it is another server's by then");
    }

    Stream<Connection> connections(Listener listener) {
        return connectionsOf(listener);
    }

    void forget(NettyAcceptor gone) {
        acceptors.remove(gone);
    }

    @Override
    protected void connect(ConnectRequest request) {
        NettyConnector attempt = new NettyConnector(this, request);
        attempts.add(attempt);
        // Added first, then checked: either the closing thread sees this attempt, or this thread sees that the engine
        // closes.
        if (isClosing()) {
            attempt.abandon();
        } else {
            attempt.connect(loops);
        }
    }

    /** The attempt has ended. */
    void forget(NettyConnector attempt) {
        attempts.remove(attempt);
    }

    @Override
    public String backend() {
        Version version = Version.identify(NettyEngine.class.getClassLoader()).get("netty-transport");
        return (version == null ? "Netty" : "Netty " + version.artifactVersion()) + ", " + kind.backend();
    }

    /** A task was added when the loops had ended already: a session that did not return from a callback was given up. */
    void ended(NettyChannelTransport channelTransport, RejectedExecutionException rejected) {
        LOG.log(Level.DEBUG, () -> this + " has ended, " + channelTransport + " has no turn any more", rejected);
    }

    @Override
    protected void stopAccepting() {
        acceptors.forEach(NettyAcceptor::close);
        attempts.forEach(NettyConnector::cancel);
    }

    @Override
    @SuppressWarnings(
            "FutureReturnValueIgnored") // the threads are waited for: a loop's future completes a moment before
    protected void stopThreads() {
        // While the loops run: a loop that ends drops pending registrations, closes and notifications.
        attempts.forEach(NettyConnector::awaitEnd);
        acceptor.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        acceptorThread.join();
        threads.join();
    }
}
