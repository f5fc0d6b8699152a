package dev.gearbox.engines.mina;

import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.util.stream.Stream;
import org.apache.mina.core.future.IoFuture;
import org.apache.mina.core.service.IoProcessor;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.transport.socket.nio.NioSession;
import org.apache.mina.transport.socket.nio.NioSocketAcceptor;
import org.jspecify.annotations.Nullable;

/** A listening socket of MINA's, with a selector and a thread of its own. When the system has no descriptor left MINA rests for 50 ms. */
final class MinaAcceptor implements Listener {
    private final MinaEngine engine;
    private final Protocol protocol;
    private final Options options;
    private final Acceptor acceptor;
    private final SocketAddress address;

    MinaAcceptor(MinaEngine engine, SocketAddress address, Protocol protocol, Options options) throws IOException {
        this.engine = engine;
        this.protocol = protocol;
        this.options = options;
        acceptor = new Acceptor();
        try {
            MinaSockets.prepare(acceptor, options);
            acceptor.setReuseAddress(true);
            acceptor.setBacklog(options.acceptBacklog());
            acceptor.setCloseOnDeactivation(false);
            acceptor.bind(address);
            this.address = acceptor.getLocalAddress();
        } catch (IOException | RuntimeException failure) {
            acceptor.dispose();
            if (failure.getCause() instanceof BindException taken) {
                throw taken;
            }
            throw failure;
        }
    }

    /** MINA's own, which also counts and ties each session to its connection. */
    private final class Acceptor extends NioSocketAcceptor {
        Acceptor() {
            super(engine.threads(), engine.processors());
        }

        @Override
        protected @Nullable NioSession accept(IoProcessor<NioSession> processor, ServerSocketChannel handle)
                throws Exception {
            long before = System.nanoTime();
            NioSession session;
            try {
                session = super.accept(processor, handle);
            } catch (Exception failure) {
                engine.counters().acceptFailures.increment();
                throw failure;
            }
            if (session != null) {
                engine.counters().acceptNanos.add(System.nanoTime() - before);
                engine.counters().accepted.increment();
            } else if (isAcceptable(handle)) {
                // No descriptors: MINA has logged that, has rested, and tells nobody.
                engine.counters().acceptFailures.increment();
            }
            return session;
        }

        private boolean isAcceptable(ServerSocketChannel handle) {
            SelectionKey key = handle.keyFor(selector);
            return key != null && key.isValid() && key.isAcceptable();
        }

        @Override
        protected void finishSessionInitialization0(IoSession session, IoFuture future) {
            EngineSide side = new EngineSide(
                    protocol, options, session.getLocalAddress(), session.getRemoteAddress(), MinaAcceptor.this, null);
            MinaLink.attach(engine, session, side);
        }
    }

    @Override
    public SocketAddress address() {
        return address;
    }

    @Override
    public Stream<Connection> connections() {
        return engine.connections(this);
    }

    /** The port is free when this returns; the connections stay. */
    @Override
    public void close() {
        engine.forget(this);
        // MINA does not close what it should when it is interrupted.
        boolean interrupted = Thread.interrupted();
        acceptor.dispose();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "acceptor " + address;
    }
}
