package example.proxy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.protocols.Direct;
import dev.gearbox.protocols.DirectConnection;
import dev.gearbox.protocols.proxy.ProxyProtocol;
import dev.gearbox.protocols.proxy.Subnet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Repeats each line with the address of its sender, also behind a proxy that sends a PROXY header (HAProxy's {@code send-proxy}, NGINX's {@code proxy_protocol
 * on}). Headers are believed from this machine only. Arguments: an engine's spec and a port.
 */
public final class Visitors {
    public static void main(String... arguments) throws IOException {
        List<Subnet> proxies = List.of(Subnet.parse("127.0.0.0/8"), Subnet.parse("::1"));
        Protocol behindProxy = ProxyProtocol.of(proxies, new Direct(Visitors::converse));
        InetSocketAddress address = new InetSocketAddress(Integer.parseInt(arguments[1]));
        try (Engine engine = Engines.start(arguments[0]);
                Listener listener = engine.listen(address, behindProxy, Options.DEFAULT)) {
            System.out.println(engine + " serves on " + listener.address() + ". Press Enter to stop");
            System.in.read();
        }
    }

    private static void converse(DirectConnection visitor) throws IOException {
        Connection connection = visitor.connection();
        InetSocketAddress client = (InetSocketAddress) connection.remoteAddress();
        InetSocketAddress proxy = connection.attribute(ProxyProtocol.PROXY).orElseThrow();
        BufferedReader lines = new BufferedReader(new InputStreamReader(visitor.input(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String answer = client.getHostString() + ", by way of " + proxy.getHostString() + ": " + line + "\n";
            visitor.output().write(answer.getBytes(StandardCharsets.UTF_8));
        }
    }
}
