package example.metrics;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.micrometer.GearboxMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** An echo server whose figures are in a Micrometer registry: yours would be that of Prometheus, or another that is scraped. Argument: an engine's spec. */
public final class Metrics {
    public static void main(String... arguments) throws IOException {
        MeterRegistry registry = new SimpleMeterRegistry();
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Engine engine = Engines.start(arguments[0]);
                GearboxMetrics metrics = new GearboxMetrics(engine);
                Listener listener = engine.listen(anyPort, connection -> connection::write, Options.DEFAULT);
                Socket client = new Socket()) {
            client.connect(listener.address());
            client.getOutputStream().write(new byte[1000]);
            client.getInputStream().readNBytes(1000);
            metrics.bindTo(registry);
            System.out.println("open: " + registry.get("gearbox.connections").gauge().value());
            System.out.println("accepted: "
                    + registry.get("gearbox.connections.accepted").functionCounter().count());
            System.out.println("bytes read: "
                    + registry.get("gearbox.bytes")
                            .tag("direction", "read")
                            .functionCounter()
                            .count());
        }
    }
}
