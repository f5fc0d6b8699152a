package example.keyvalue;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A key-value store that speaks lines: SET key value, GET key, DEL key. Arguments: an engine's spec and a port. */
public final class KeyValueServer {
    public static void main(String... arguments) throws IOException {
        Map<String, String> values = new ConcurrentHashMap<>();
        try (Engine engine = Engines.start(arguments[0]);
                Listener listener = engine.listen(
                        new InetSocketAddress(Integer.parseInt(arguments[1])),
                        connection -> new Conversation(connection, values),
                        Options.DEFAULT)) {
            System.out.println(engine + " serves on " + listener.address() + ". Press Enter to stop");
            System.in.read();
        }
    }

    /** What is left unread stays in the engine's buffer, and is offered again together with what arrives later. */
    private record Conversation(Connection connection, Map<String, String> values) implements Session {
        private static final int LONGEST_LINE = 1024;

        @Override
        public void received(ByteBuffer in) {
            boolean writable = true;
            for (int at = in.position(); writable && at < in.limit(); at++) {
                if (in.get(at) == '\n') {
                    ByteBuffer line = in.slice(in.position(), at - in.position());
                    in.position(at + 1);
                    writable = say(answer(StandardCharsets.UTF_8.decode(line).toString().strip()));
                }
            }
            if (writable && in.remaining() > LONGEST_LINE) {
                in.position(in.limit());
                say("ERROR a line has at most " + LONGEST_LINE + " bytes");
                connection.close();
            }
        }

        private String answer(String line) {
            String[] words = line.split(" ", 3);
            if (words.length == 3 && words[0].equals("SET")) {
                return values.put(words[1], words[2]) == null ? "NEW" : "REPLACED";
            } else if (words.length == 2 && words[0].equals("GET")) {
                return values.getOrDefault(words[1], "NONE");
            } else if (words.length == 2 && words[0].equals("DEL")) {
                return values.remove(words[1]) == null ? "NONE" : "DELETED";
            }
            return "ERROR expected SET key value, GET key or DEL key";
        }

        private boolean say(String answer) {
            return connection.write(ByteBuffer.wrap((answer + "\n").getBytes(StandardCharsets.UTF_8)));
        }
    }
}
