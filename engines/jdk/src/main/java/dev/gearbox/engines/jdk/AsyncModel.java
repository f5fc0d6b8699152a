package dev.gearbox.engines.jdk;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.blocking.BlockingEngine;
import dev.gearbox.core.blocking.ExecutorConnectionThreads;
import dev.gearbox.core.concurrent.EngineThreadFactory;
import dev.gearbox.core.concurrent.TimerThread;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.sockets.ChannelDescriptors;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousChannelGroup;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Asynchronous channels (Proactor): a read or a write is started, and a thread of the channel group calls back when it is complete.
 *
 * <pre>
 *   style=handler    clients ==== sockets ==== ( group ) ---- group thread 1: accepted, read done, callback, write ...
 *                                                        \--- group thread N
 *   style=future     clients ==== sockets ==== ( group ) ---- group thread 1..N: completes futures
 *                                                                  ^
 *                    connection 1 ---- its own thread: read().get(), callback, write().get() ...
 * </pre>
 *
 * <p>java.nio.channels of JDK 7 (JSR 203); the Proactor pattern of Pyarali, Harrison, Schmidt and Jordan (1997). {@code handler}: completions call back on the
 * group's threads; tasks from other threads and timers, which the group cannot run, use one thread of the engine. {@code future}: a thread for each connection
 * waits for the future of each call, the style that textbooks show first.
 *
 * <p>Limits: on Linux the group is an epoll loop underneath that rearms a descriptor for each read that has to wait; an idle connection holds a 4 KiB buffer,
 * since its read is in progress; a callback that blocks occupies one of the N threads. There is no public API to create an asynchronous channel from an
 * existing socket, to detach its socket, or to reset it: for shifts a channel's descriptor number is given to another socket, which needs {@code engines/linux} and native
 * access.
 */
public final class AsyncModel implements IoModel {
    private static final String THREADS = "threads";
    private static final String STYLE = "style";
    private static final String HANDLER = "handler";
    private static final String FUTURE = "future";

    @Override
    public ModelCard card() {
        return new ModelCard(
                "async",
                "asynchronous channels: a group of threads completes reads and writes (proactor)",
                "JSR 203, JDK 7 (2011); Pyarali et al., Proactor (1997)",
                capabilities(),
                List.of(
                        new Parameter.Int(
                                THREADS,
                                1,
                                1024,
                                Integer.toString(Runtime.getRuntime().availableProcessors()),
                                "threads of the group (default: one for each core)"),
                        new Parameter.Choice(
                                STYLE,
                                List.of(HANDLER, FUTURE),
                                HANDLER,
                                "called back, or a thread for each connection that waits for futures")));
    }

    /** The JDK cannot create an asynchronous channel from an existing socket, nor detach a channel's socket. */
    private static EnumSet<Capability> capabilities() {
        EnumSet<Capability> all =
                EnumSet.of(Capability.SERVER, Capability.CLIENT, Capability.HALF_CLOSE, Capability.UNBOUNDED);
        if (SocketConverter.installedAbsence().isEmpty()) {
            all.addAll(EnumSet.of(Capability.SHIFT_IN, Capability.SHIFT_OUT));
        }
        return all;
    }

    @Override
    public Engine start(Parameters parameters) {
        String name = "gearbox-async";
        EngineThreadFactory threads = new EngineThreadFactory(
                Thread.ofPlatform().daemon().name(name + "-", 1).factory());
        AsynchronousChannelGroup group = group(parameters.integer(THREADS), threads);
        return parameters.word(STYLE).equals(FUTURE)
                ? new FutureEngine(parameters.spec(), name + "-future", group)
                : new AsyncEngine(parameters.spec(), group, threads);
    }

    private static AsynchronousChannelGroup group(int threads, ThreadFactory factory) {
        try {
            return AsynchronousChannelGroup.withFixedThreadPool(threads, factory);
        } catch (IOException failure) {
            throw new UncheckedIOException("no channel group: " + failure.getMessage(), failure);
        }
    }

    private static void stop(AsynchronousChannelGroup group) {
        boolean interrupted = false;
        try {
            group.shutdownNow();
            while (!group.isTerminated()) {
                try {
                    group.awaitTermination(1, TimeUnit.MINUTES);
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the channel group does not end: " + failure.getMessage(), failure);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** style=handler. */
    static final class AsyncEngine extends EngineBase {
        private final AsynchronousChannelGroup group;
        private final EngineThreadFactory threads;
        private final Optional<ChannelDescriptors> descriptors;
        private final TimerThread tasks = new TimerThread("gearbox-async-tasks");
        private final Queue<AsyncAcceptor> acceptors = new ConcurrentLinkedQueue<>();
        private final Queue<AsyncConnector> connectors = new ConcurrentLinkedQueue<>();

        AsyncEngine(String spec, AsynchronousChannelGroup group, EngineThreadFactory threads) {
            super(spec);
            this.group = group;
            this.threads = threads;
            descriptors = AsyncAdoption.descriptors(group);
        }

        AsynchronousChannelGroup group() {
            return group;
        }

        @Override
        protected boolean isOnOwnThread() {
            return threads.isCurrent() || tasks.isCurrent();
        }

        /** Runs timers, and turns that no completion starts. */
        TimerThread tasks() {
            return tasks;
        }

        ChannelDescriptors descriptors() {
            return descriptors.orElseThrow();
        }

        @Override
        public void adopt(Handoff connection) {
            ConnectionState state = connection.state();
            AsyncAdoption.begin(
                    group,
                    descriptors(),
                    connection,
                    (channel, descriptor) -> new AsyncTransport(this, channel, state, descriptor).start(),
                    failure -> state.declined(connection.socket(), failure));
        }

        @Override
        protected Optional<String> shiftOutAbsence() {
            return SocketConverter.installedAbsence();
        }

        @Override
        protected Optional<String> shiftInAbsence() {
            return SocketConverter.installedAbsence();
        }

        @Override
        public Optional<String> resetAbsence() {
            return AsyncTransport.resetAbsence();
        }

        @Override
        protected Optional<String> unixAbsence() {
            return AsyncTransport.unixAbsence();
        }

        @Override
        protected Listener bind(SocketAddress address, Protocol protocol, Options options) throws IOException {
            AsyncAcceptor acceptor = new AsyncAcceptor(this, address, protocol, options);
            acceptors.add(acceptor);
            acceptor.accept();
            return acceptor;
        }

        @Override
        public String backend() {
            return group.getClass().getName();
        }

        void forget(AsyncAcceptor acceptor) {
            acceptors.remove(acceptor);
        }

        void forget(AsyncConnector connector) {
            connectors.remove(connector);
        }

        Stream<Connection> connections(Listener listener) {
            return connectionsOf(listener);
        }

        @Override
        protected void connect(ConnectRequest request) {
            AsyncConnector connector = new AsyncConnector(this, request);
            connectors.add(connector);
            connector.connect();
        }

        @Override
        protected void stopAccepting() {
            acceptors.forEach(AsyncAcceptor::close);
            connectors.forEach(AsyncConnector::cancel);
        }

        @Override
        protected void stopThreads() {
            tasks.close();
            stop(group);
        }
    }

    /** style=future. */
    private static final class FutureEngine extends BlockingEngine {
        private final AsynchronousChannelGroup group;

        FutureEngine(String spec, String name, AsynchronousChannelGroup group) {
            super(
                    spec,
                    new BlockingAsyncSocket.GroupFactory(group, AsyncAdoption.descriptors(group)),
                    new ExecutorConnectionThreads(
                            name,
                            Executors.newThreadPerTaskExecutor(Thread.ofPlatform()
                                    .daemon()
                                    .name(name + "-", 1)
                                    .factory()),
                            HelperThreads.start(name),
                            Thread.ofPlatform()
                                    .daemon()
                                    .name(name + "-acceptor")
                                    .factory()));
            this.group = group;
        }

        @Override
        protected void stopThreads() {
            super.stopThreads();
            stop(group);
        }
    }
}
