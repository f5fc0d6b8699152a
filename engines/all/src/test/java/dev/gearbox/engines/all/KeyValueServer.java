package dev.gearbox.engines.all;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.protocols.frames.FrameConnection;
import dev.gearbox.protocols.frames.Lines;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A key-value store as a user would write it, which takes one command a line: {@code set KEY VALUE}, {@code get KEY}, {@code delete KEY}, {@code quit}. */
final class KeyValueServer {
    private final Map<String, String> values = new ConcurrentHashMap<>();

    Protocol protocol() {
        return Lines.of(1024, UTF_8, connection -> line -> answer(connection, line.split(" ", 3)));
    }

    private void answer(FrameConnection connection, String... words) {
        switch (words[0] + " " + words.length) {
            case "get 2" -> connection.send(values.getOrDefault(words[1], "(none)"));
            case "set 3" -> connection.send(values.put(words[1], words[2]) == null ? "created" : "replaced");
            case "delete 2" -> connection.send(values.remove(words[1]) == null ? "(none)" : "deleted");
            case "quit 1" -> connection.end();
            default -> connection.send("error: set KEY VALUE, get KEY, delete KEY or quit");
        }
    }

    public static void main(String... arguments) throws Exception {
        try (var engine = Engines.start(arguments[0]);
                var _ = engine.listen(new InetSocketAddress(7007), new KeyValueServer().protocol(), Options.DEFAULT)) {
            System.in.read();
        }
    }
}
