package dev.gearbox.engines.mina;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.spi.AcceptBackoff;
import dev.gearbox.core.spi.ConnectionState;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.mina.core.future.IoFuture;
import org.apache.mina.core.service.IoProcessor;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.transport.socket.nio.NioSession;
import org.apache.mina.transport.socket.nio.NioSocketAcceptor;
import org.jspecify.annotations.Nullable;

/**
 * A listening socket of MINA, with its own selector and thread. MINA's thread ends with the first Error that it meets, and a thread that unbinds the socket
 * then waits forever. So no failure of accepting reaches it: it causes a back-off, as with the other engines.
 */
final class MinaAcceptor implements Listener {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    /** Far more than MINA's thread needs for it. */
    private static final Duration UNBINDING = Duration.ofSeconds(5);

    private final MinaEngine engine;
    private final Protocol protocol;
    private final Options options;
    private final Acceptor acceptor;
    private final SocketAddress address;
    private final CountDownLatch closed = new CountDownLatch(1);

    MinaAcceptor(MinaEngine engine, SocketAddress address, Protocol protocol, Options options) throws IOException {
        this.engine = engine;
        this.protocol = protocol;
        this.options = options;
        MinaSockets.require(options);
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

    /** MINA's processor, which also counts and assigns each session to its connection. Its methods are called on its thread. */
    private final class Acceptor extends NioSocketAcceptor {
        private final AcceptBackoff backoff = new AcceptBackoff();
        /** Accepted, and not yet with a processor. */
        private @Nullable SocketChannel taking;

        Acceptor() {
            super(engine.threads(), engine.processors());
        }

        @Override
        protected void processHandles(Iterator<ServerSocketChannel> handles) {
            try {
                super.processHandles(handles);
                taking = null;
            } catch (Exception | Error failure) {
                SocketChannel lost = taking;
                if (lost != null) {
                    taking = null;
                    Closeables.close(lost);
                }
                backOff(failure);
            }
        }

        /** Not MINA's handler, which logs each refused accept as an error. */
        @Override
        protected @Nullable NioSession accept(IoProcessor<NioSession> processor, ServerSocketChannel handle)
                throws IOException {
            long before = System.nanoTime();
            SocketChannel channel = handle.accept();
            if (channel == null) {
                return null;
            }
            taking = channel;
            engine.counters().acceptNanos.add(System.nanoTime() - before);
            engine.counters().accepted.increment();
            NioSession session = MinaSockets.session(this, processor, channel);
            MinaSockets.keepAlive(session, options);
            backoff.accepted();
            return session;
        }

        private void backOff(Throwable failure) {
            try {
                closed.await(backoff.failed(engine, failure), TimeUnit.NANOSECONDS);
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        protected void finishSessionInitialization0(IoSession session, IoFuture future) {
            ConnectionState state = new ConnectionState(
                    protocol, options, session.getLocalAddress(), session.getRemoteAddress(), MinaAcceptor.this, null);
            MinaTransport.attach(engine, session, state);
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

    /** Unbinds: the port is free when this returns; the connections stay open. */
    @Override
    public void close() {
        engine.forget(this);
        closed.countDown();
        // MINA leaves sockets open when it is interrupted, and waits without limit for a thread that may have ended.
        Thread unbinding =
                Thread.ofPlatform().daemon().name("gearbox-mina-unbinding").start(acceptor::dispose);
        boolean interrupted = false;
        long deadline = System.nanoTime() + UNBINDING.toNanos();
        for (long left; unbinding.isAlive() && (left = deadline - System.nanoTime()) > 0; ) {
            try {
                unbinding.join(Duration.ofNanos(left));
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (unbinding.isAlive()) {
            LOG.log(Level.ERROR, () -> engine + ": MINA does not unbind " + address);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
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
