package dev.gearbox.engines.linux;

import dev.gearbox.engines.linux.uring.SimulatedKernel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What a descriptor or a slot of a {@link SimulatedKernel} stands for: a connection, a listening socket, or an eventfd. Of a connection both
 * ends are here. Bytes are not kept but counted: each is known by its position, so that one that is lost, doubled or overwritten is seen at once.
 */
public final class SimulatedSocket {
    /** Of a connection its number, by which its bytes are told from others'. */
    public final int number;

    /** Descriptors, slots and requests that hold on to it; what nothing holds on to is closed. */
    public int holders;

    public boolean closed;

    // ---- A connection, from the peer
    /** Sent by the peer so far. */
    public long sent;
    /** Of these, received by us. */
    public long received;

    public boolean peerEnded;
    public boolean reset;
    /** A receive has said so. */
    public boolean resetTold;

    // ---- A connection, to the peer
    public long written;
    /** Of these, read by the peer. */
    public long read;

    int room = 4 << 10;
    public boolean outputEnded;

    // ---- A listening socket: who waits to be accepted
    public final Deque<SimulatedSocket> backlog = new ArrayDeque<>();

    public boolean anyAddress;

    /** What becomes of a connect of our own: null while that is open, 0, or the errno as a negative number. */
    @Nullable
    public Integer connectResult;

    public SimulatedSocket(int number) {
        this.number = number;
    }

    /** The byte at that position of what the peer sends, which is what it is to get back. */
    public byte at(long position) {
        return (byte) (position * 31 + (position >>> 8) + number);
    }

    public long waiting() {
        return sent - received;
    }

    public int space() {
        return (int) (room - (written - read));
    }

    @Override
    public String toString() {
        return "socket " + number + ": sent " + sent + " received " + received + " written " + written + " read " + read
                + (peerEnded ? " peer-ended" : "") + (reset ? " reset" : "") + (outputEnded ? " output-ended" : "")
                + (closed ? " closed" : "");
    }
}
