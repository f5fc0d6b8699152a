package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import dev.gearbox.core.UnhandledFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One connection of {@link Direct}: callbacks fill a small buffer that the handler's thread reads, and send what it writes. */
final class DirectSession implements Session, Runnable {
    /** The number of bytes that may wait for the handler; above it the connection is paused. */
    private static final int INBOX = 16 << 10;

    /** The number of bytes that may be on their way to the engine; above it a write blocks. */
    private static final int OUTBOX = 64 << 10;

    private static final Duration LINGER = Duration.ofSeconds(1);

    private final Connection connection;
    private final Direct.Handler handler;

    /** Guards the fields below; the handler's thread waits on its condition. */
    private final Object lock = new Object();

    private final ByteBuffer inbox = ByteBuffer.allocate(INBOX);
    private boolean full;
    private boolean dropsInput;
    private boolean inputEnded;
    private boolean outputEnded;
    private int inFlight;
    private boolean above;
    private boolean gone;
    private @Nullable Throwable cause;

    DirectSession(Connection connection, Direct.Handler handler) {
        this.connection = connection;
        this.handler = handler;
    }

    // ---- Callbacks

    @Override
    public void received(ByteBuffer in) {
        synchronized (lock) {
            if (dropsInput) {
                in.position(in.limit());
                return;
            }
            int step = Math.min(in.remaining(), inbox.remaining());
            inbox.put(inbox.position(), in, in.position(), step).position(inbox.position() + step);
            in.position(in.position() + step);
            if (in.hasRemaining()) {
                full = true;
                connection.pause();
            }
            lock.notifyAll();
        }
    }

    @Override
    public boolean ended() {
        synchronized (lock) {
            inputEnded = true;
            lock.notifyAll();
        }
        return true;
    }

    @Override
    public void writable() {
        synchronized (lock) {
            above = false;
            lock.notifyAll();
        }
    }

    /** The handler ends the connection when it returns. */
    @Override
    public boolean stopping() {
        return false;
    }

    @Override
    public void closed(@Nullable Throwable reason) {
        synchronized (lock) {
            gone = true;
            cause = reason;
            lock.notifyAll();
        }
        UnhandledFailure.log(handler, reason);
    }

    private void send(ByteBuffer piece) {
        int size = piece.remaining();
        boolean more = connection.write(piece);
        synchronized (lock) {
            inFlight -= size;
            above = !more;
            lock.notifyAll();
        }
    }

    // ---- The handler's thread

    @Override
    public void run() {
        try {
            handler.handle(new In(), new Out());
            endOutput();
            dropInput();
            connection.schedule(LINGER, connection::close);
        } catch (Throwable thrown) {
            connection.execute(() -> DirectSession.<RuntimeException>rethrow(thrown));
        }
    }

    /** Rethrows any throwable from a task, so that the connection closes with the handler's own exception. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private int read(byte[] target, int offset, int length) throws IOException {
        synchronized (lock) {
            while (inbox.position() == 0 && !inputEnded && !gone && !dropsInput) {
                await();
            }
            if (dropsInput) {
                throw new IOException("the input is closed");
            }
            if (inbox.position() == 0) {
                if (inputEnded) {
                    return -1;
                }
                throw lost();
            }
            inbox.flip();
            int step = Math.min(length, inbox.remaining());
            inbox.get(target, offset, step).compact();
            resumeAtHalf();
            return step;
        }
    }

    private void dropInput() {
        synchronized (lock) {
            dropsInput = true;
            inbox.clear();
            resumeAtHalf();
            lock.notifyAll();
        }
    }

    private void resumeAtHalf() {
        if (full && inbox.position() <= INBOX / 2) {
            full = false;
            connection.execute(connection::resume);
        }
    }

    private void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        for (int at = offset; at < offset + length; ) {
            int step = Math.min(OUTBOX, offset + length - at);
            ByteBuffer piece = ByteBuffer.allocate(step).put(source, at, step).flip();
            synchronized (lock) {
                while (!gone && !outputEnded && (above || inFlight >= OUTBOX)) {
                    await();
                }
                if (outputEnded) {
                    throw new IOException("the output is closed");
                }
                if (gone) {
                    throw lost();
                }
                inFlight += step;
                // Inside the lock, so that pieces and the end stay in order whichever thread writes.
                connection.execute(() -> send(piece));
            }
            at += step;
        }
    }

    private void endOutput() {
        synchronized (lock) {
            if (!outputEnded) {
                outputEnded = true;
                connection.execute(connection::end);
                lock.notifyAll();
            }
        }
    }

    @SuppressWarnings("WaitNotInLoop") // the caller loops
    private void await() throws InterruptedIOException {
        try {
            lock.wait();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for " + connection);
        }
    }

    private IOException lost() {
        return new IOException("the connection is closed", cause);
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
            return length == 0 ? 0 : DirectSession.this.read(target, offset, length);
        }

        @Override
        public int available() {
            synchronized (lock) {
                return inbox.position();
            }
        }

        @Override
        public void close() {
            dropInput();
        }
    }

    private final class Out extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            DirectSession.this.write(source, offset, length);
        }

        @Override
        public void close() {
            endOutput();
        }
    }
}
