package dev.gearbox.engines.jdk;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A server with two engines that ends as servers should: on a signal, with a last word to its clients. */
public final class ClosedOnSignalMain {
    private ClosedOnSignalMain() {}

    private record Polite(Connection connection) implements Session {
        @Override
        public void received(ByteBuffer in) {
            connection.write(in);
        }

        @Override
        public boolean closing() {
            connection.write(ByteBuffer.wrap(new byte[] {'b', 'y', 'e'}));
            return true;
        }
    }

    /**
     * Prints its ports. What it would print after {@code awaitClosed} might be lost: the JVM halts when the engines are closed.
     *
     * @param args whether the engines are daemons: if not, this method returns at once
     */
    public static void main(String[] args) throws Exception {
        boolean daemon = Boolean.parseBoolean(args[0]);
        Engine first = serve("selector", daemon);
        Engine second = serve("virtual", daemon);
        if (daemon) {
            first.awaitClosed();
            second.awaitClosed();
        }
    }

    private static Engine serve(String spec, boolean daemon) throws Exception {
        Engine engine = Engines.start(spec, daemon);
        engine.closeOnSignal(Duration.ofDays(1));
        engine.closeOnSignal(Duration.ofMinutes(1));
        Listener listener =
                engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Polite::new, Options.DEFAULT);
        System.out.println(((InetSocketAddress) listener.address()).getPort());
        return engine;
    }
}
