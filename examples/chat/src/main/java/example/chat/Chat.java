package example.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.protocols.broadcast.Broadcast;
import dev.gearbox.protocols.broadcast.SlowMemberPolicy;
import dev.gearbox.protocols.frames.LineSession;
import dev.gearbox.protocols.frames.Lines;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A chat room: the first line of a member is a name, and each further line goes to all members. One that does not read misses messages, and costs the
 * others nothing. Arguments: an engine's spec and a port.
 */
public final class Chat {
    private final Broadcast room = Broadcast.with(SlowMemberPolicy.DROP);

    public static void main(String... arguments) throws IOException {
        var chat = new Chat();
        var protocol = chat.room.members(Lines.of(1024, UTF_8, _ -> chat.new Member()));
        var address = new InetSocketAddress(Integer.parseInt(arguments[1]));
        try (var engine = Engines.start(arguments[0]);
                var listener = engine.listen(address, protocol, Options.DEFAULT)) {
            System.out.println(engine + " serves on " + listener.address() + ". Press Enter to stop");
            System.in.read();
        }
    }

    private void say(String message) {
        room.send(ByteBuffer.wrap((message + "\n").getBytes(UTF_8)));
    }

    private final class Member implements LineSession {
        private String name = "";

        @Override
        public void line(String line) {
            if (name.isEmpty()) {
                name = line;
                say("* " + name + " joins");
            } else {
                say(name + ": " + line);
            }
        }

        @Override
        public void closed(Throwable cause) {
            if (!name.isEmpty()) {
                say("* " + name + " leaves");
            }
        }
    }
}
