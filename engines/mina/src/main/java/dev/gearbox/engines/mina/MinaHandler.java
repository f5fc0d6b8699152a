package dev.gearbox.engines.mina;

import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.IoSession;

/** Passes MINA's events to the transport of the session. */
final class MinaHandler extends IoHandlerAdapter {
    static final MinaHandler HANDLER = new MinaHandler();

    private MinaHandler() {}

    @Override
    public void sessionOpened(IoSession session) {
        MinaTransport.of(session).opened();
    }

    @Override
    public void messageReceived(IoSession session, Object message) {
        MinaTransport.of(session).received((IoBuffer) message);
    }

    @Override
    public void messageSent(IoSession session, Object message) {
        MinaTransport.of(session).sent();
    }

    /** Does not call the adapter's method, which closes the session: it may still have data for a peer that has ended its side. */
    @Override
    public void inputClosed(IoSession session) {
        MinaTransport.of(session).inputEnded();
    }

    @Override
    public void exceptionCaught(IoSession session, Throwable cause) {
        MinaTransport.of(session).failed(cause);
    }

    @Override
    public void sessionClosed(IoSession session) {
        MinaTransport.of(session).closed();
    }
}
