package dev.gearbox.check.soak;

import dev.gearbox.check.watched.KnownBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of a connection: a blocking socket of the JDK, plain or under TLS, without any of Gearbox's code, so that no code checks itself.
 * One thread may send while another one receives; {@link #reset} and {@link #close} may be called from any thread.
 */
final class ClientSocket implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int PIECE = 16 << 10;
    /** Small, so that a client that does not read blocks the server. */
    private static final int RECEIVE_BUFFER = 16 << 10;

    private final Socket plain;
    private final Socket socket;
    private final KnownBytes bytes;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] coming = new byte[PIECE];
    private long sent;
    private long received;

    /** The received bytes are not the expected ones. */
    static final class WrongBytesException extends IOException {
        private static final long serialVersionUID = 1;

        WrongBytesException(String message) {
            super(message);
        }
    }

    /**
     * Connects.
     *
     * @param own the local address
     * @param context for TLS
     */
    ClientSocket(InetAddress own, SocketAddress server, @Nullable SSLContext context, KnownBytes bytes)
            throws IOException {
        this.bytes = bytes;
        plain = new Socket();
        try {
            plain.setReceiveBufferSize(RECEIVE_BUFFER);
            plain.bind(new InetSocketAddress(own, 0));
            plain.connect(server, PATIENCE_MILLIS);
            plain.setTcpNoDelay(true);
            socket = context == null ? plain : encrypted(context);
            socket.setSoTimeout(PATIENCE_MILLIS);
            in = socket.getInputStream();
            out = socket.getOutputStream();
        } catch (IOException | RuntimeException failure) {
            plain.close();
            throw failure;
        }
    }

    private Socket encrypted(SSLContext context) throws IOException {
        SSLSocket over = (SSLSocket) context.getSocketFactory().createSocket(plain, "localhost", plain.getPort(), true);
        over.setUseClientMode(true);
        return over;
    }

    /** Sends the bytes up to a position, in pieces of random sizes. */
    void sendTo(long end, RandomGenerator random) throws IOException {
        byte[] piece = new byte[PIECE];
        while (sent < end) {
            int length = (int) Math.min(random.nextInt(1, piece.length + 1), end - sent);
            bytes.fill(sent, ByteBuffer.wrap(piece, 0, length));
            out.write(piece, 0, length);
            sent += length;
        }
    }

    /** Half-closes. */
    void end() throws IOException {
        socket.shutdownOutput();
    }

    /**
     * Reads what has arrived, and compares it with the expected bytes.
     *
     * @return false at the end of the stream
     */
    boolean receive() throws IOException {
        int count = in.read(coming);
        if (count < 0) {
            return false;
        }
        int other = bytes.mismatch(received, ByteBuffer.wrap(coming, 0, count));
        if (other >= 0) {
            throw new WrongBytesException("byte " + (received + other) + " from the server is wrong");
        }
        received += count;
        return true;
    }

    long received() {
        return received;
    }

    /** Resets the connection: bytes that were not read yet are discarded. If another thread closes it meanwhile, it stays closed. */
    void reset() throws IOException {
        try {
            plain.setSoLinger(true, 0);
        } catch (SocketException failure) {
            if (!plain.isClosed()) {
                throw failure;
            }
        }
        plain.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    @Override
    public String toString() {
        return "client " + plain.getLocalSocketAddress() + " of " + plain.getRemoteSocketAddress();
    }
}
