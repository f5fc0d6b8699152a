package dev.gearbox.engines.jdk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Set;

/**
 * An accepted connection, with the peer's side of it for the test: bytes that it sends, those that it received, how it ends. It accepts everything that is
 * written.
 */
final class SimulatedSocket extends SocketChannel implements SimulatedSelector.Simulated {
    /** The peer's port, to which its number is added. */
    static final int FIRST_PORT = 10_000;

    private final int number;
    private byte[] incoming = {};
    private final ByteArrayOutputStream outgoing = new ByteArrayOutputStream();
    private boolean ended;
    private boolean reset;
    private boolean outputEnded;

    SimulatedSocket(SimulatedNetwork provider, int number) {
        super(provider);
        this.number = number;
    }

    // ---- The peer's side ----------------------------------------------------------------------------------------

    synchronized void send(byte[] bytes) {
        byte[] all = java.util.Arrays.copyOf(incoming, incoming.length + bytes.length);
        System.arraycopy(bytes, 0, all, incoming.length, bytes.length);
        incoming = all;
    }

    synchronized void end() {
        ended = true;
    }

    synchronized void reset() {
        reset = true;
    }

    synchronized byte[] got() {
        return outgoing.toByteArray();
    }

    // ---- Ours ---------------------------------------------------------------------------------------------------

    @Override
    public synchronized int readyOps() {
        return SelectionKey.OP_WRITE | (incoming.length > 0 || ended || reset ? SelectionKey.OP_READ : 0);
    }

    @Override
    public synchronized int read(ByteBuffer target) throws IOException {
        requireWhole("Connection reset by peer");
        int count = Math.min(target.remaining(), incoming.length);
        target.put(incoming, 0, count);
        incoming = java.util.Arrays.copyOfRange(incoming, count, incoming.length);
        return count == 0 && ended ? -1 : count;
    }

    @Override
    public synchronized int write(ByteBuffer source) throws IOException {
        requireWhole("Broken pipe");
        if (outputEnded) {
            throw new IOException("written behind the end");
        }
        byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        outgoing.writeBytes(bytes);
        return bytes.length;
    }

    private void requireWhole(String otherwise) throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        if (reset) {
            throw new IOException(otherwise);
        }
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        throw new UnsupportedOperationException("scattering reads are not simulated");
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw new UnsupportedOperationException("gathering writes are not simulated");
    }

    @Override
    public synchronized SocketChannel shutdownOutput() {
        outputEnded = true;
        return this;
    }

    @Override
    public SocketChannel shutdownInput() {
        return this;
    }

    @Override
    public SocketAddress getLocalAddress() {
        return new InetSocketAddress(1);
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return new InetSocketAddress(FIRST_PORT + number);
    }

    @Override
    public SocketChannel bind(SocketAddress local) {
        return this;
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) {
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
        throw new UnsupportedOperationException("options are not kept");
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    @Override
    public Socket socket() {
        throw new UnsupportedOperationException("no other view");
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public boolean isConnectionPending() {
        return false;
    }

    @Override
    public boolean connect(SocketAddress remote) {
        throw new UnsupportedOperationException("it is connected");
    }

    @Override
    public boolean finishConnect() {
        return true;
    }

    @Override
    protected void implCloseSelectableChannel() {}

    @Override
    protected void implConfigureBlocking(boolean block) {}
}
