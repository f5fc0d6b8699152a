package dev.gearbox.studies.echoserver.subjects;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Heavy and light users on one port: the first byte of a connection selects its protocol for good. An {@code h}, as in "heavy", selects one protocol,
 * anything else the other.
 */
record Mixed(Protocol heavy, Protocol light) implements Protocol {
    @Override
    public Session open(Connection connection) {
        return new Undecided(connection);
    }

    private final class Undecided implements Session {
        private final Connection connection;
        private @Nullable Session decided;

        Undecided(Connection connection) {
            this.connection = connection;
        }

        @Override
        public void received(ByteBuffer in) {
            if (decided == null) {
                decided = (in.get(in.position()) == 'h' ? heavy : light).open(connection);
            }
            decided.received(in);
        }

        @Override
        public void writable() {
            if (decided != null) {
                decided.writable();
            }
        }

        @Override
        public boolean ended() {
            return decided != null && decided.ended();
        }

        @Override
        public boolean closing() {
            return decided == null || decided.closing();
        }

        @Override
        public boolean stopping() {
            return decided == null || decided.stopping();
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            if (decided != null) {
                decided.closed(cause);
            }
        }
    }
}
