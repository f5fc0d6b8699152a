package example.keyvalue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.protocols.frames.Lines;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A key-value store that speaks lines: SET key value, GET key, DEL key. Arguments: an engine's spec and a port. */
public final class KeyValueServer {
    public static void main(String... arguments) throws IOException {
        Map<String, String> values = new ConcurrentHashMap<>();
        var protocol = Lines.of(1024, UTF_8, connection -> line -> connection.send(answer(values, line.split(" ", 3))));
        var address = new InetSocketAddress(Integer.parseInt(arguments[1]));
        try (var engine = Engines.start(arguments[0]);
                var listener = engine.listen(address, protocol, Options.DEFAULT)) {
            System.out.println(engine + " serves on " + listener.address() + ". Press Enter to stop");
            System.in.read();
        }
    }

    private static String answer(Map<String, String> values, String... words) {
        return switch (words[0] + " " + words.length) {
            case "SET 3" -> values.put(words[1], words[2]) == null ? "NEW" : "REPLACED";
            case "GET 2" -> values.getOrDefault(words[1], "NONE");
            case "DEL 2" -> values.remove(words[1]) == null ? "NONE" : "DELETED";
            default -> "ERROR expected SET key value, GET key or DEL key";
        };
    }
}
