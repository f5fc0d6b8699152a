package dev.gearbox.engines.all;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.protocols.proxy.ProxyProtocol;
import dev.gearbox.protocols.proxy.Subnet;
import dev.gearbox.testkit.Wiring;
import dev.gearbox.testkit.contract.DecoratorContract;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The guarantees of a session also hold after a PROXY header, on every engine. */
@OneOfEachModel
class ProxyContractTest extends DecoratorContract {
    ProxyContractTest() {
        super(new ProxyWiring());
    }

    private static final class ProxyWiring implements Wiring {
        private static final byte[] HEADER = "PROXY UNKNOWN\r\n".getBytes(StandardCharsets.ISO_8859_1);
        private static final List<Subnet> LOOPBACK = List.of(Subnet.parse("127.0.0.0/8"), Subnet.parse("::1"));

        @Override
        public Protocol server(Protocol protocol) {
            return ProxyProtocol.of(LOOPBACK, protocol);
        }

        @Override
        public CompletionStage<Connection> connect(
                Engine engine, SocketAddress address, Protocol protocol, Options socket) {
            Protocol speaking = connection -> {
                connection.write(ByteBuffer.wrap(HEADER));
                return protocol.open(connection);
            };
            return engine.connect(address, speaking, socket);
        }

        @Override
        public Socket peer(Socket connected) throws IOException {
            connected.getOutputStream().write(HEADER);
            return connected;
        }
    }
}
