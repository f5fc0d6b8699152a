package dev.gearbox.load.loop;

import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * From which local addresses and ports connections come. One address has some 28,000 ports, and whoever closes first keeps each for a
 * minute: 5,000 connections a second on the loopback would need 300,000. So towards 127.0.0.0/8, when connections are made again and
 * again or in great number, they take turns over several source addresses, and over the ports by name: binding to port 0
 * would make the kernel choose one without knowing the target, and run out at the same 28,000.
 */
final class SourceAddresses {
    private static final int ADDRESSES = 16;
    private static final int FIRST_PORT = 32_768;
    private static final int PORTS = 28_000;
    private static final int TRIES = 200;

    /** So many connections one source can hold, whoever makes them. */
    private static final int MANY = 20_000;

    private final InetSocketAddress target;
    private final InetAddress[] locals;
    private int next;

    /** The sources for a plan; {@code churn}: some users connect again and again; {@code connections}: of all processes. */
    static SourceAddresses of(LoadPlan plan, boolean churn, int connections) throws IOException {
        var target = new InetSocketAddress(plan.host(), plan.port());
        if (target.isUnresolved()) {
            throw new BadPlanException("host: \"" + plan.host() + "\" has no address");
        }
        return new SourceAddresses(target, churn, connections, plan.seed());
    }

    private SourceAddresses(InetSocketAddress target, boolean churn, int connections, long seed) throws IOException {
        this.target = target;
        boolean spread = (churn || connections > MANY) && target.getAddress().getAddress()[0] == 127;
        locals = new InetAddress[spread ? ADDRESSES : 0];
        for (int i = 0; i < locals.length; i++) {
            // Not 127.0.0.1: other programs are there.
            locals[i] = InetAddress.getByAddress(new byte[] {127, 0, (byte) (1 + (seed & 0x7f)), (byte) (2 + i)});
        }
        next = locals.length == 0 ? 0 : (int) Long.remainderUnsigned(System.nanoTime(), (long) ADDRESSES * PORTS);
    }

    /** How many addresses take turns; 1: the system chooses. */
    int count() {
        return Math.max(1, locals.length);
    }

    /** A new channel that has begun to connect, and may have ended too. */
    SocketChannel connect() throws IOException {
        var channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
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
