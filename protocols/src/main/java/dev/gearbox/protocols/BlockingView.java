package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Objects;

/** A {@link DirectSession} as its handler sees it: the streams, which have no state. */
final class BlockingView implements DirectConnection {
    private final DirectSession session;
    private final InputStream in = new In();
    private final OutputStream out = new Out();

    BlockingView(DirectSession session) {
        this.session = session;
    }

    @Override
    public InputStream input() {
        return in;
    }

    @Override
    public OutputStream output() {
        return out;
    }

    @Override
    public void readTimeout(Duration limit) {
        session.readTimeout(limit);
    }

    @Override
    public void shutdownOutput() throws IOException {
        session.shutdownOutput();
    }

    @Override
    public void close() {
        session.shut();
    }

    @Override
    public Connection connection() {
        return session.connection();
    }

    @Override
    public String toString() {
        return connection().toString();
    }

    private final class In extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, target.length);
            return length == 0 ? 0 : session.read(target, offset, length);
        }

        @Override
        public int available() throws IOException {
            return session.available();
        }

        @Override
        public void close() {
            session.shut();
        }
    }

    private final class Out extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            session.write(source, offset, length);
        }

        @Override
        public void close() {
            session.shut();
        }
    }
}
