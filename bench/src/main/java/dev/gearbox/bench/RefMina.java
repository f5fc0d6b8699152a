package dev.gearbox.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.transport.socket.nio.NioSocketAcceptor;

/**
 * Echo in the API of Apache MINA, as in its user guide: a handler that writes what it received, in the very buffer that MINA read it into. The
 * reference for {@code mina}, with as many processors.
 */
final class RefMina {
    private RefMina() {}

    public static void main(String[] arguments) throws IOException {
        NioSocketAcceptor acceptor = new NioSocketAcceptor(Runtime.getRuntime().availableProcessors());
        acceptor.setBacklog(4096);
        acceptor.setReuseAddress(true);
        acceptor.getSessionConfig().setTcpNoDelay(true);
        acceptor.setHandler(new IoHandlerAdapter() {
            @Override
            public void messageReceived(IoSession session, Object message) {
                session.write(((IoBuffer) message).duplicate());
            }

            @Override
            public void exceptionCaught(IoSession session, Throwable gone) {
                session.closeNow();
            }
        });
        acceptor.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        ReferenceConsole.ready(
                "ref-mina",
                acceptor.getLocalAddress().getPort(),
                acceptor.getClass().getName());
    }
}
