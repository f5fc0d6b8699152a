package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import dev.gearbox.core.UnhandledFailure;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection of {@link Direct}: callbacks fill a small buffer that the handler's thread reads, and send what it writes. */
final class DirectSession implements Session, Runnable {
    /** The number of bytes that may wait for the handler; above it the connection is paused. */
    private static final int INBOX = 16 << 10;

    /** The most bytes that may be on their way to the engine when another piece of a write, of at most this size, joins them. */
    private static final int OUTBOX = 64 << 10;

    private final Connection connection;
    private final Direct.Handler handler;
    private final Object given;
    private final BlockingView view = new BlockingView(this);
    private final int outbox;

    /** Guards the fields below; the handler's thread waits on its condition. */
    private final Object lock = new Object();

    private final ByteBuffer inbox = ByteBuffer.allocate(INBOX);
    private boolean full;
    private boolean dropsInput;
    private boolean inputEnded;
    private boolean outputEnded;
    private int inFlight;
    private boolean above;
    /** The handler has closed it. */
    private boolean shut;

    private boolean gone;
    private @Nullable Throwable cause;
    /** In nanoseconds; 0: none. */
    private long readLimit;

    DirectSession(Connection connection, Direct.Handler handler, Object given) {
        this.connection = connection;
        this.handler = handler;
        this.given = given;
        outbox = Math.min(OUTBOX, connection.options().highWater());
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
        UnhandledFailure.log(given, reason);
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
            handler.handle(view);
            if (finish()) {
                connection.schedule(connection.options().linger(), connection::close);
            }
        } catch (Throwable thrown) {
            connection.execute(() -> DirectSession.<RuntimeException>rethrow(thrown));
        }
    }

    /** Rethrows any throwable from a task, so that the connection closes with the handler's own exception. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** The handler has returned: ends the output, and drops what the peer still sends. Returns false if the connection is closed anyway. */
    private boolean finish() {
        synchronized (lock) {
            endOutput();
            dropInput();
            return !shut && !gone;
        }
    }

    /** As {@link java.io.InputStream#read(byte[], int, int)}, of at least a byte. */
    int read(byte[] target, int offset, int length) throws IOException {
        synchronized (lock) {
            long limit = readLimit;
            long began = limit == 0 ? 0 : System.nanoTime();
            requireOpen();
            while (inbox.position() == 0 && !inputEnded && !gone && !dropsInput) {
                long left = limit == 0 ? 0 : limit - (System.nanoTime() - began);
                if (limit > 0 && left <= 0) {
                    throw new SocketTimeoutException(
                            "nothing was received within " + Duration.ofNanos(limit) + " from " + peer());
                }
                await(left);
            }
            requireOpen();
            if (dropsInput) {
                throw new SocketException("the handler of the connection has returned");
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
        dropsInput = true;
        inbox.clear();
        resumeAtHalf();
        lock.notifyAll();
    }

    private void resumeAtHalf() {
        if (full && inbox.position() <= INBOX / 2) {
            full = false;
            connection.execute(connection::resume);
        }
    }

    /** As {@link java.io.OutputStream#write(byte[], int, int)}. */
    void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        for (int at = offset; at < offset + length; ) {
            int step = Math.min(outbox, offset + length - at);
            ByteBuffer piece = ByteBuffer.allocate(step).put(source, at, step).flip();
            synchronized (lock) {
                requireOpen();
                while (!gone && !shut && !outputEnded && (above || inFlight >= outbox)) {
                    await(0);
                }
                requireOpen();
                if (outputEnded) {
                    throw new SocketException("the output is shut down");
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

    /** As {@link java.io.InputStream#available}. */
    int available() throws SocketException {
        synchronized (lock) {
            requireOpen();
            if (gone && inbox.position() == 0 && !inputEnded) {
                throw lost();
            }
            return inbox.position();
        }
    }

    /** As {@link DirectConnection#readTimeout}. */
    void readTimeout(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("the read time-out is " + limit + " and must be zero or positive");
        }
        synchronized (lock) {
            readLimit = TimeUnit.NANOSECONDS.convert(limit);
        }
    }

    /** As {@link DirectConnection#shutdownOutput}. */
    void shutdownOutput() throws SocketException {
        synchronized (lock) {
            requireOpen();
            if (gone) {
                throw lost();
            }
            endOutput();
        }
    }

    Connection connection() {
        return connection;
    }

    /** Holds the lock. */
    private void endOutput() {
        if (!outputEnded) {
            outputEnded = true;
            connection.execute(connection::end);
            lock.notifyAll();
        }
    }

    /** As {@link DirectConnection#close}. */
    void shut() {
        synchronized (lock) {
            if (!shut) {
                shut = true;
                dropInput();
                connection.close();
            }
        }
    }

    private void requireOpen() throws SocketException {
        if (shut) {
            throw new SocketException("the connection with " + peer() + " is closed");
        }
    }

    /** Waits for a change, for at most so many nanoseconds; 0: as long as it takes. */
    @SuppressWarnings("WaitNotInLoop") // the caller loops
    private void await(long nanos) throws SocketException {
        try {
            if (nanos == 0) {
                lock.wait();
            } else {
                TimeUnit.NANOSECONDS.timedWait(lock, nanos);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            shut();
            throw new SocketException("the connection is closed: its thread was interrupted", interrupted);
        }
    }

    private SocketException lost() {
        return new SocketException("the connection with " + peer() + " is closed", cause);
    }

    private SocketAddress peer() {
        return connection.remoteAddress();
    }
}
