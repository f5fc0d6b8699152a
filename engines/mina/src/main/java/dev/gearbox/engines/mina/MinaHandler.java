package dev.gearbox.engines.mina;

import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.IoSession;

/** MINA's events, each to the link of its session. */
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

    /** Not the adapter's: that closes the session, which may have much to say to a peer that has ended. */
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
