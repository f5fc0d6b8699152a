package dev.gearbox.engines.mina;

import dev.gearbox.core.Options;
import org.apache.mina.core.service.IoService;
import org.apache.mina.core.session.DefaultIoSessionDataStructureFactory;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequestQueue;
import org.apache.mina.transport.socket.SocketSessionConfig;

/** How acceptors and connectors here set up MINA's sessions. */
final class MinaSockets {
    private static final DefaultIoSessionDataStructureFactory STRUCTURES = new DefaultIoSessionDataStructureFactory() {
        @Override
        public WriteRequestQueue getWriteRequestQueue(IoSession session) {
            return new WholeQueue();
        }
    };

    private MinaSockets() {}

    static void prepare(IoService service, Options options) {
        SocketSessionConfig config = (SocketSessionConfig) service.getSessionConfig();
        config.setTcpNoDelay(options.noDelay());
        if (options.sendBuffer() > 0) {
            config.setSendBufferSize(options.sendBuffer());
        }
        if (options.receiveBuffer() > 0) {
            config.setReceiveBufferSize(options.receiveBuffer());
        }
        // MINA's minute is not ours: a peer may take as long to read as the session lets it.
        config.setWriteTimeout(0);
        service.setSessionDataStructureFactory(STRUCTURES);
        service.setHandler(MinaEvents.HANDLER);
    }
}
