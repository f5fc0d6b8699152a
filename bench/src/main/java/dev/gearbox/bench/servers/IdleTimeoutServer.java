package dev.gearbox.bench.servers;

import dev.gearbox.bench.ReferenceConsole;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.protocols.time.Timeouts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A server of {@link IdleTimeouts}. Arguments: an engine's spec, and after how many seconds it closes an idle connection; 0 is never. */
final class IdleTimeoutServer {
    private IdleTimeoutServer() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Protocol echo = connection -> connection::write;
        int limit = Integer.parseInt(arguments[1]);
        Protocol protocol = limit == 0 ? echo : Timeouts.idle(Duration.ofSeconds(limit), echo);
        Engine engine = Engines.start(arguments[0]);
        Listener listener =
                engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol, Options.DEFAULT);
        ReferenceConsole.ready(arguments[0], ((InetSocketAddress) listener.address()).getPort(), engine.backend());
        engine.awaitClosed();
    }
}
