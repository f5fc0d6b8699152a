package example.shift;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A client asks which engine serves it, while its connection moves from one engine to the next. */
public final class MovingConnection {
    private static final Protocol NAMING = connection -> in -> {
        while (in.hasRemaining()) {
            if (in.get() == '\n') {
                connection.write(ByteBuffer.wrap((connection.engine() + "\n").getBytes(StandardCharsets.UTF_8)));
            }
        }
    };

    public static void main(String... arguments) throws Exception {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Engine selector = Engines.start("selector");
                Engine virtual = Engines.start("virtual");
                Engine reactors = Engines.start("reactors?threads=2");
                Listener listener = selector.listen(anyPort, NAMING, Options.DEFAULT);
                Socket client = new Socket()) {
            client.connect(listener.address());
            System.out.println(ask(client));
            Connection served = listener.connections().findFirst().orElseThrow();
            for (Engine next : List.of(virtual, reactors)) {
                served.shiftTo(next).toCompletableFuture().get(10, TimeUnit.SECONDS);
                System.out.println(ask(client));
            }
        }
    }

    private static String ask(Socket client) throws IOException {
        client.getOutputStream().write("who?\n".getBytes(StandardCharsets.UTF_8));
        return new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }
}
