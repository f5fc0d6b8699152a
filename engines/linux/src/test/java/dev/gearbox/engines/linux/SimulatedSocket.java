package dev.gearbox.engines.linux;

import dev.gearbox.engines.linux.uring.SimulatedKernel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What a descriptor or a slot of a {@link SimulatedKernel} stands for: a connection, a listening socket, or an eventfd. A connection has both ends here. Bytes
 * are not stored but counted: each is known by its position, so that a lost, duplicated or overwritten one is detected at once.
 */
public final class SimulatedSocket {
    /** The number of a connection, by which its bytes differ from those of others. */
    public final int number;

    /** Descriptors, slots and requests that refer to it; without references it is closed. */
    public int holders;

    public boolean closed;

    // ---- A connection, from the peer
    /** Sent by the peer so far. */
    public long sent;
    /** Of these, received by us. */
    public long received;

    public boolean peerEnded;
    public boolean reset;
    /** Whether a receive has reported it. */
    public boolean resetTold;

    // ---- A connection, to the peer
    public long written;
    /** Of these, read by the peer. */
    public long read;

    int room = 4 << 10;
    public boolean outputEnded;
    /** Whether we have reset it. */
    public boolean aborted;

    // ---- A listening socket: connections that wait to be accepted
    public final Deque<SimulatedSocket> backlog = new ArrayDeque<>();

    public boolean anyAddress;

    /** The result of our own connect: null while that is open, 0, or the errno as a negative number. */
    @Nullable
    public Integer connectResult;

    public SimulatedSocket(int number) {
        this.number = number;
    }

    /** Returns the byte at that position of what the peer sends, which it should get back. */
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
                + (peerEnded ? " peer-ended" : "") + (reset ? " reset" : "") + (aborted ? " aborted" : "")
                + (outputEnded ? " output-ended" : "")
                + (closed ? " closed" : "");
    }
}
