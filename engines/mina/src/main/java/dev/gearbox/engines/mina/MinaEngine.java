package dev.gearbox.engines.mina;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.concurrent.EngineThreadFactory;
import dev.gearbox.core.concurrent.TimerThread;
import dev.gearbox.core.sockets.ChannelOptions;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.channels.spi.SelectorProvider;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.mina.core.RuntimeIoException;
import org.apache.mina.core.service.IoProcessor;
import org.apache.mina.core.service.SimpleIoProcessorPool;
import org.apache.mina.transport.socket.nio.NioProcessor;
import org.apache.mina.transport.socket.nio.NioSession;

/** MINA's processors, which all acceptors and connectors of the engine share, and one executor, which provides their threads. */
final class MinaEngine extends EngineBase {
    private final EngineThreadFactory own = new EngineThreadFactory(
            Thread.ofPlatform().daemon().name("gearbox-mina-", 1).factory());
    private final ExecutorService threads = Executors.newCachedThreadPool(own);
    private final IoProcessor<NioSession> processors;
    private final TimerThread clock = new TimerThread("gearbox-mina-clock");
    private final Queue<MinaAcceptor> acceptors = new ConcurrentLinkedQueue<>();
    private final Map<Options, MinaConnector> connectors = new ConcurrentHashMap<>();

    MinaEngine(String spec, int count) {
        super(spec);
        processors = new SimpleIoProcessorPool<>(MinaProcessor.class, threads, count, null);
    }

    @Override
    protected boolean isOnOwnThread() {
        return own.isCurrent();
    }

    Executor threads() {
        return threads;
    }

    IoProcessor<NioSession> processors() {
        return processors;
    }

    TimerThread clock() {
        return clock;
    }

    @Override
    public void adopt(Handoff connection) {
        throw new UnsupportedOperationException(
                this + " cannot drive a " + connection.socket().getClass().getSimpleName()
                        + ": MINA cannot create a session from an existing socket");
    }

    @Override
    protected Optional<String> shiftOutAbsence() {
        return Optional.of("MINA cannot detach a socket; a session that leaves its processor is closed");
    }

    @Override
    protected Optional<String> shiftInAbsence() {
        return Optional.of("MINA cannot create a session from an existing socket");
    }

    @Override
    protected Optional<String> unixAbsence() {
        return Optional.of("MINA's sockets on the JDK's channels are internet sockets only");
    }

    @Override
    protected Listener bind(SocketAddress address, Protocol protocol, Options options) throws IOException {
        MinaAcceptor acceptor = new MinaAcceptor(this, address, protocol, options);
        acceptors.add(acceptor);
        return acceptor;
    }

    @Override
    public String backend() {
        // On the class path MINA's version is unknown.
        String version = Optional.ofNullable(NioProcessor.class.getModule().getDescriptor())
                .flatMap(ModuleDescriptor::rawVersion)
                .map(known -> " of MINA " + known)
                .orElse("");
        return NioProcessor.class.getName() + version + ", "
                + SelectorProvider.provider().getClass().getName();
    }

    void forget(MinaAcceptor acceptor) {
        acceptors.remove(acceptor);
    }

    Stream<Connection> connections(Listener listener) {
        return connectionsOf(listener);
    }

    @Override
    protected void connect(ConnectRequest request) {
        try {
            requireOpen();
            ChannelOptions.requireNoUserTimeout(request.options());
            connectors
                    .computeIfAbsent(request.options(), alike -> new MinaConnector(this, alike))
                    .connect(request);
        } catch (RuntimeIoException noSelector) {
            // A connector has one, and the system has no descriptor for it.
            request.fail(noSelector.getCause() instanceof IOException io ? io : noSelector);
        } catch (SocketException | RuntimeException refused) {
            request.fail(refused);
        }
    }

    @Override
    protected void stopAccepting() {
        acceptors.forEach(MinaAcceptor::close);
        connectors.values().forEach(MinaConnector::cancel);
    }

    @Override
    protected void stopThreads() {
        connectors.values().forEach(MinaConnector::dispose);
        processors.dispose();
        clock.close();
        threads.close();
    }
}
