package dev.gearbox.tls;

import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.testkit.Wiring;
import dev.gearbox.testkit.contract.DecoratorContract;
import dev.gearbox.testkit.engine.OwnModels;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** The guarantees of a session also hold through TLS, on every engine; the peers are the JDK's blocking sockets. */
@OwnModels
class TlsContractTest extends DecoratorContract {
    TlsContractTest() {
        super(new TlsWiring());
    }

    private static final class TlsWiring implements Wiring {
        private final TestCertificates authority = new TestCertificates("authority");
        private final SSLContext context = authority.context(authority.issue("server.test"));

        @Override
        public Protocol server(Protocol protocol) {
            return TlsServer.of(context, TlsOptions.DEFAULT, protocol);
        }

        @Override
        public CompletionStage<Connection> connect(
                Engine engine, SocketAddress address, Protocol protocol, Options options) {
            int port = ((InetSocketAddress) address).getPort();
            return TlsClient.of(context, "server.test", port, TlsOptions.DEFAULT, protocol)
                    .connect(engine, address, options);
        }

        /** A session that throws sends no close_notify. */
        @Override
        public boolean endsTorn(@Nullable Throwable cause) {
            return cause instanceof ConnectionResetException || cause instanceof TlsTruncatedException;
        }

        @Override
        public Socket peer(Socket connected) throws IOException {
            SSLSocket socket = (SSLSocket)
                    context.getSocketFactory().createSocket(connected, "server.test", connected.getPort(), true);
            socket.startHandshake();
            return socket;
        }
    }
}
