package example.chat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A chat room: the first line of a member is a name, and each further line goes to all members. Arguments: an engine's spec and a port. */
public final class Chat implements Protocol {
    private static final int LONGEST_LINE = 1024;

    private final Set<Member> members = ConcurrentHashMap.newKeySet();

    public static void main(String... arguments) throws IOException {
        InetSocketAddress address = new InetSocketAddress(Integer.parseInt(arguments[1]));
        try (Engine engine = Engines.start(arguments[0]);
                Listener listener = engine.listen(address, new Chat(), Options.DEFAULT)) {
            System.out.println(engine + " serves on " + listener.address() + ". Press Enter to stop");
            System.in.read();
        }
    }

    @Override
    public Session open(Connection connection) {
        return new Member(connection);
    }

    /** Only a session's own callbacks may write to its connection, and this runs in one of another: so it hands each member a task. */
    private void broadcast(String message) {
        byte[] line = (message + "\n").getBytes(StandardCharsets.UTF_8);
        members.forEach(member -> member.connection.execute(() -> member.hear(ByteBuffer.wrap(line))));
    }

    private final class Member implements Session {
        private final Connection connection;
        private String name = "";
        private boolean behind;
        private int missed;

        Member(Connection connection) {
            this.connection = connection;
        }

        @Override
        public void received(ByteBuffer in) {
            for (int at = in.position(); at < in.limit(); at++) {
                if (in.get(at) == '\n') {
                    ByteBuffer line = in.slice(in.position(), at - in.position());
                    in.position(at + 1);
                    say(StandardCharsets.UTF_8.decode(line).toString().strip());
                }
            }
            if (in.remaining() > LONGEST_LINE) {
                connection.close();
            }
        }

        private void say(String line) {
            if (name.isEmpty()) {
                name = line;
                members.add(this);
                broadcast("* " + name + " joins");
            } else {
                broadcast(name + ": " + line);
            }
        }

        /** A member that does not read misses messages, and costs the others nothing. */
        private void hear(ByteBuffer line) {
            if (behind) {
                missed++;
            } else {
                behind = !connection.write(line);
            }
        }

        @Override
        public void writable() {
            behind = false;
            if (missed > 0) {
                hear(ByteBuffer.wrap(("* you missed " + missed + " messages\n").getBytes(StandardCharsets.UTF_8)));
                missed = 0;
            }
        }

        @Override
        public void closed(Throwable cause) {
            if (members.remove(this)) {
                broadcast("* " + name + " leaves");
            }
        }
    }
}
