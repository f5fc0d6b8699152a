package dev.gearbox.engines.mina;

import dev.gearbox.core.Options;
import dev.gearbox.core.sockets.ChannelOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import org.apache.mina.core.service.IoProcessor;
import org.apache.mina.core.service.IoService;
import org.apache.mina.core.session.DefaultIoSessionDataStructureFactory;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequestQueue;
import org.apache.mina.transport.socket.SocketSessionConfig;
import org.apache.mina.transport.socket.nio.NioSession;

/** Sets up MINA's sessions for the acceptors and connectors of this engine. */
final class MinaSockets {
    private static final DefaultIoSessionDataStructureFactory STRUCTURES = new DefaultIoSessionDataStructureFactory() {
        @Override
        public WriteRequestQueue getWriteRequestQueue(IoSession session) {
            return new SingleMessageQueue();
        }
    };

    /** MINA's class is not public, though its constructor is. */
    private static final Constructor<? extends NioSession> SESSION;

    static {
        try {
            SESSION = Class.forName(NioSession.class.getPackageName() + ".NioSocketSession")
                    .asSubclass(NioSession.class)
                    .getConstructor(IoService.class, IoProcessor.class, SocketChannel.class);
            SESSION.setAccessible(true);
        } catch (ReflectiveOperationException another) {
            throw new IllegalStateException("this version of MINA has other sessions", another);
        }
    }

    private MinaSockets() {}

    /** Creates a session of an accepted channel, not initialised yet. */
    static NioSession session(IoService service, IoProcessor<NioSession> processor, SocketChannel channel) {
        try {
            return SESSION.newInstance(service, processor, channel);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("MINA makes no session of " + channel, failure);
        }
    }

    /** Checks that MINA can set the options: it opens its sockets itself. */
    static void require(Options options) throws SocketException {
        ChannelOptions.requireNoUserTimeout(options);
        if (options.reusePort()) {
            throw new SocketException("Options.reusePort: MINA cannot share a port, use another engine");
        }
    }

    /** Sets the times of probes, which MINA itself cannot. */
    static void keepAlive(NioSession session, Options options) {
        options.keepAlive().ifPresent(times -> {
            try {
                ChannelOptions.keepAlive((SocketChannel) session.getChannel(), times);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }

    static void prepare(IoService service, Options options) {
        SocketSessionConfig config = (SocketSessionConfig) service.getSessionConfig();
        config.setTcpNoDelay(options.noDelay());
        if (options.sendBuffer() > 0) {
            config.setSendBufferSize(options.sendBuffer());
        }
        if (options.receiveBuffer() > 0) {
            config.setReceiveBufferSize(options.receiveBuffer());
        }
        // Overrides MINA's write time-out of a minute: a peer may take as long to read as the session allows.
        config.setWriteTimeout(0);
        service.setSessionDataStructureFactory(STRUCTURES);
        service.setHandler(MinaHandler.HANDLER);
    }
}
