package dev.gearbox.protocols.proxy;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One connection of {@link ProxyProtocol}: reads the header, then passes everything on to the session of the protocol. */
final class ProxySession implements Session {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.protocols");

    private final ProxyProtocol proxy;
    private final Connection connection;
    private @Nullable Session session;
    private @Nullable Cancellable alarm;
    private boolean over;
    /** The session paused when it was opened: it gets what follows the header later. */
    private boolean pausedAtOnce;

    ProxySession(ProxyProtocol proxy, Connection connection) {
        this.proxy = proxy;
        this.connection = connection;
        alarm = connection.schedule(proxy.patience(), this::late);
    }

    /** Returns the session of a connection from an address that is not trusted. */
    static ProxySession refused(ProxyProtocol proxy, Connection connection) {
        ProxySession session = new ProxySession(proxy, connection);
        session.refuse("it is not in a trusted network");
        return session;
    }

    /** A connection that was reset before the engine asked for its address has none (netty-uring): it is refused, but there is no address to warn of. */
    private boolean isKnown() {
        return !(connection.remoteAddress() instanceof InetSocketAddress address && address.getPort() == 0);
    }

    private void late() {
        if (!over && session == null) {
            CloseCause.state(connection, CloseCause.HANDSHAKE_TIMEOUT);
            refuse("no PROXY header within " + proxy.patience());
        }
    }

    private void refuse(String why) {
        if (over || session != null) {
            return;
        }
        over = true;
        stopWaiting();
        ProxyException refused = new ProxyException(connection.remoteAddress() + " is refused: " + why);
        CloseCause.state(connection, CloseCause.PROTOCOL_ERROR);
        LOG.log(isKnown() ? Level.WARNING : Level.DEBUG, refused.getMessage());
        connection.abort();
    }

    private void stopWaiting() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    @Override
    public void received(ByteBuffer in) {
        Session inner = session;
        if (inner == null) {
            inner = readHeader(in);
            if (inner == null || !in.hasRemaining() || pausedAtOnce) {
                return;
            }
        }
        inner.received(in);
    }

    private @Nullable Session readHeader(ByteBuffer in) {
        if (over) {
            in.position(in.limit());
            return null;
        }
        ProxyHeader header;
        try {
            header = ProxyHeader.read(in, proxy.readsText(), proxy.readsBinary());
        } catch (ProxyException bad) {
            in.position(in.limit());
            refuse(String.valueOf(bad.getMessage()));
            return null;
        }
        if (header == null) {
            return null;
        }
        stopWaiting();
        if (connection.remoteAddress() instanceof InetSocketAddress peer) {
            connection.setAttribute(ProxyProtocol.PROXY, peer);
        }
        ProxiedConnection shown = new ProxiedConnection(connection, header.addresses());
        Session opened = proxy.protocol().open(shown);
        session = opened;
        pausedAtOnce = shown.isPaused();
        return opened;
    }

    @Override
    public void writable() {
        if (session != null) {
            session.writable();
        }
    }

    @Override
    public boolean ended() {
        if (session != null) {
            return session.ended();
        }
        refuse("it ended before its PROXY header was complete");
        return false;
    }

    @Override
    public boolean closing() {
        return session == null || session.closing();
    }

    @Override
    public boolean stopping() {
        return session == null || session.stopping();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        over = true;
        stopWaiting();
        if (session != null) {
            session.closed(cause);
        }
    }
}
