package dev.gearbox.testkit;

import dev.gearbox.core.ConnectionResetException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.SplittableRandom;
import javax.net.ssl.SSLException;

/** The other end of a connection: a plain blocking socket that can be as hostile as a real network. Reads time out after {@link Conditions#LIMIT}. */
public final class Peer implements Closeable {
    /** The plain socket below a decorator. */
    private final Socket wire;

    private final Socket socket;

    private Peer(Socket wire, Wiring wiring) throws IOException {
        this.wire = wire;
        wire.setTcpNoDelay(true);
        wire.setSoTimeout(Math.toIntExact(Conditions.LIMIT.toMillis()));
        socket = wiring.peer(wire);
    }

    /** Wraps a connected socket. */
    public static Peer of(Socket socket) throws IOException {
        return new Peer(socket, Wiring.PLAIN);
    }

    /** Connects to a server that is not decorated. */
    public static Peer connect(InetSocketAddress address, int receiveBuffer) throws IOException {
        return connect(address, receiveBuffer, Wiring.PLAIN);
    }

    /**
     * Connects.
     *
     * @param receiveBuffer set before the handshake, so that it limits the window; 0 for the system's default
     */
    public static Peer connect(InetSocketAddress address, int receiveBuffer, Wiring wiring) throws IOException {
        Socket socket = new Socket();
        try {
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.connect(address, Math.toIntExact(Conditions.LIMIT.toMillis()));
            return new Peer(socket, wiring);
        } catch (IOException | RuntimeException failure) {
            socket.close();
            throw failure;
        }
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends the bytes, split in the given way. */
    public void send(byte[] bytes, Chunking how) throws IOException {
        switch (how) {
            case Chunking.Friendly() -> send(bytes);
            case Chunking.OneByteAtATime() -> {
                for (byte each : bytes) {
                    socket.getOutputStream().write(each);
                }
            }
            case Chunking.RandomChunks(long seed, int largest) -> {
                SplittableRandom random = new SplittableRandom(seed);
                for (int at = 0, step; at < bytes.length; at += step) {
                    step = Math.min(bytes.length - at, random.nextInt(1, largest + 1));
                    socket.getOutputStream().write(bytes, at, step);
                }
            }
        }
    }

    /** Receives exactly {@code count} bytes. */
    public byte[] receive(int count) throws IOException {
        byte[] bytes = socket.getInputStream().readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the stream ended after " + bytes.length + " of " + count + " bytes");
        }
        return bytes;
    }

    /** Receives everything until the stream ends, in reads of random sizes. */
    public byte[] receiveAll() throws IOException {
        return socket.getInputStream().readAllBytes();
    }

    /** Receives what is available, at most {@code atMost} bytes; returns none at the end of the stream. */
    public byte[] receiveSome(int atMost) throws IOException {
        byte[] bytes = new byte[atMost];
        int count = socket.getInputStream().read(bytes);
        return Arrays.copyOf(bytes, Math.max(0, count));
    }

    /** Sends the bytes and waits for the same bytes to come back. */
    public void echo(byte[] bytes) throws IOException {
        send(bytes);
        Assert.equal(bytes, receive(bytes.length), "echo");
    }

    /** Waits until the other side has closed or reset the connection; bytes before that are discarded. */
    public void awaitClosed() throws IOException {
        byte[] dropped = new byte[64 << 10];
        try {
            while (socket.getInputStream().read(dropped) >= 0) {
                Arrays.fill(dropped, (byte) 0);
            }
        } catch (SocketException | SSLException torn) {
            return;
        }
    }

    /** Waits until the other side has reset the connection, and returns the number of bytes before that; fails if it ends in order. */
    public long awaitReset() throws IOException {
        byte[] dropped = new byte[64 << 10];
        long count = 0;
        try {
            for (int step; (step = socket.getInputStream().read(dropped)) >= 0; ) {
                count += step;
            }
        } catch (SocketException | SSLException torn) {
            if (ConnectionResetException.is(torn)
                    || (torn.getCause() != null && ConnectionResetException.is(torn.getCause()))) {
                return count;
            }
            throw torn;
        }
        throw new AssertionError("the connection ended in order, after " + count + " bytes");
    }

    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Resets the connection: RST instead of FIN. */
    public void reset() throws IOException {
        wire.setSoLinger(true, 0);
        wire.close();
    }

    /** Closes the plain socket without the decorator's closing handshake. */
    public void drop() throws IOException {
        wire.close();
    }

    public InetSocketAddress localAddress() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
