package dev.gearbox.load.address;

import dev.gearbox.load.plan.LoadPlan;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the local addresses and ports of the connections. One address has about 28,000 ephemeral ports, and the side that closes first keeps each of
 * them for a minute (TIME_WAIT): 5,000 connections per second on the loopback would need 300,000. So for targets in 127.0.0.0/8, when connections are
 * reopened or numerous, they are spread over several source addresses, with explicit port numbers: binding to port 0 would make the kernel choose a port
 * without knowing the target, and run out at the same 28,000.
 */
public final class SourceAddresses {
    private static final int ADDRESSES = 16;
    private static final int FIRST_PORT = 32_768;
    private static final int PORTS = 28_000;
    private static final int TRIES = 200;

    /** The number of connections that one source address can hold, of all processes together. */
    private static final int MANY = 20_000;

    private final InetSocketAddress target;
    private final InetAddress[] locals;
    private int next;

    /** Returns the source addresses for a plan; {@code churn}: some users reconnect; {@code connections}: the total of all processes. */
    public static SourceAddresses of(LoadPlan plan, boolean churn, int connections) throws IOException {
        return new SourceAddresses(Destinations.target(plan), churn, connections, plan.seed());
    }

    private SourceAddresses(InetSocketAddress target, boolean churn, int connections, long seed) throws IOException {
        this.target = target;
        boolean spread = (churn || connections > MANY) && canSpread(target);
        locals = spread ? locals(seed).toArray(InetAddress[]::new) : new InetAddress[0];
        next = locals.length == 0 ? 0 : (int) Long.remainderUnsigned(System.nanoTime(), (long) ADDRESSES * PORTS);
    }

    /** Returns whether connections to this target can come from many addresses: those of the loopback interface. */
    public static boolean canSpread(InetSocketAddress target) {
        return target.getAddress().getAddress()[0] == 127;
    }

    /** Returns the source addresses of a load. */
    public static List<InetAddress> locals(long seed) throws UnknownHostException {
        List<InetAddress> locals = new ArrayList<>();
        for (int i = 0; i < ADDRESSES; i++) {
            // Not 127.0.0.1: other programs use its ports.
            locals.add(InetAddress.getByAddress(new byte[] {127, 0, (byte) (1 + (seed & 0x7f)), (byte) (2 + i)}));
        }
        return locals;
    }

    /** Returns the number of addresses in use; 1: the system chooses. */
    public int count() {
        return Math.max(1, locals.length);
    }

    /**
     * Opens a channel that has begun to connect, and may already be connected.
     *
     * @param receiveBuffer the size of its receive buffer; empty: as the system has it
     */
    public SocketChannel connect(Optional<Integer> receiveBuffer) throws IOException {
        var channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (receiveBuffer.isPresent()) {
                // Before it connects: the window that is offered then never shrinks.
                channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBuffer.get());
            }
            if (locals.length > 0) {
                bind(channel);
            }
            channel.connect(target);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void bind(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        for (int i = 0; ; i++) {
            int turn = next;
            next = (next + 1) % (ADDRESSES * PORTS);
            try {
                channel.bind(new InetSocketAddress(locals[turn % ADDRESSES], FIRST_PORT + turn / ADDRESSES));
                return;
            } catch (BindException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }
}
