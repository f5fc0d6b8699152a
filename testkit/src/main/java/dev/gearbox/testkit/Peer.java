package dev.gearbox.testkit;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.SplittableRandom;
import javax.net.ssl.SSLException;

/** The other end of a connection: a plain blocking socket that can be as unkind as the network. Reads give up when patience ends. */
public final class Peer implements Closeable {
    /** Below what a decorator may lay over it. */
    private final Socket wire;

    private final Socket socket;

    private Peer(Socket wire, Wiring wiring) throws IOException {
        this.wire = wire;
        wire.setTcpNoDelay(true);
        wire.setSoTimeout(Math.toIntExact(Conditions.LIMIT.toMillis()));
        socket = wiring.peer(wire);
    }

    /** One that is connected already. */
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
     * @param receiveBuffer set before the handshake, so that it bounds the window; 0 for the system's choice
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

    /** Sends in the given way. */
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

    /** Exactly so many bytes. */
    public byte[] receive(int count) throws IOException {
        byte[] bytes = socket.getInputStream().readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the stream ended after " + bytes.length + " of " + count + " bytes");
        }
        return bytes;
    }

    /** What is there, in reads of random sizes, until the stream ends. */
    public byte[] receiveAll() throws IOException {
        return socket.getInputStream().readAllBytes();
    }

    /** What is there, so many bytes at most; none at the end of the stream. */
    public byte[] receiveSome(int atMost) throws IOException {
        byte[] bytes = new byte[atMost];
        int count = socket.getInputStream().read(bytes);
        return Arrays.copyOf(bytes, Math.max(0, count));
    }

    /** Sends and waits for the same to come back. */
    public void echo(byte[] bytes) throws IOException {
        send(bytes);
        Assert.equal(bytes, receive(bytes.length), "echo");
    }

    /** Waits until the other side has closed or torn down the connection; bytes before that are dropped. */
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

    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Tears the connection down: RST instead of FIN. */
    public void reset() throws IOException {
        wire.setSoLinger(true, 0);
        wire.close();
    }

    /** Gives it up without a word of the decorator's. */
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
