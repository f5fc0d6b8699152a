package dev.gearbox.tls;

import dev.gearbox.core.buffers.BufferPool;
import dev.gearbox.core.buffers.PooledBuffer;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * An {@link SSLEngine} on pooled buffers: ciphertext arrives in pieces of any size and is unwrapped record by record; wrapped records are sent at
 * once. A buffer is held only while it contains ciphertext that cannot be unwrapped yet.
 *
 * <p>Ciphertext is on the heap: given arrays, the JDK's AES-GCM processes a record in one pass, otherwise in blocks of 512 bytes that it copies into arrays
 * and back. This costs no copy of its own, since a record is copied into the buffer of the connection below in any case. Incoming ciphertext is copied
 * once. The I/O engine's own buffer, which is read-only here, would work too, but the JDK decrypts in place if the buffer is writable and allocates an
 * array for each record if it is not.
 */
final class RecordLayer {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int HEADER = 5;
    private static final int FIRST_TYPE = 20;
    private static final int LAST_TYPE = 24;
    private static final int HANDSHAKE_TYPE = 22;
    /** The largest record that the JDK accepts, for compatibility with old servers; the standard's limit is 16 KiB and 2,048 bytes. */
    private static final int LARGEST = 33_093;

    private final SSLEngine engine;
    private final BufferPool pool;
    private final Consumer<ByteBuffer> output;
    private @Nullable PooledBuffer input;
    /** The offset of the first byte that is not unwrapped yet; these bytes end at the position of the input's memory. */
    private int from;

    private boolean finished;
    private boolean refusesHandshakes;

    /**
     * Wrapped records go to {@code output}, which copies them.
     *
     * @param pool of buffers on the heap
     */
    RecordLayer(SSLEngine engine, BufferPool pool, Consumer<ByteBuffer> output) {
        this.engine = engine;
        this.pool = pool;
        this.output = output;
    }

    // ---- In

    /** Consumes all of {@code in}. */
    void append(ByteBuffer in) {
        int more = in.remaining();
        PooledBuffer buffer = input;
        if (buffer == null) {
            buffer = pool.take(more);
            from = 0;
        } else if (buffer.memory().remaining() < more) {
            int left = waiting();
            PooledBuffer target = left + more <= buffer.capacity() ? buffer : pool.take(left + more);
            target.memory().put(0, buffer.memory(), from, left).position(left);
            from = 0;
            if (!target.equals(buffer)) {
                buffer.release();
                buffer = target;
            }
        }
        buffer.memory().put(in);
        input = buffer;
    }

    /** Returns the number of bytes that are not unwrapped yet. */
    int waiting() {
        return input == null ? 0 : input.memory().position() - from;
    }

    /** Returns whether a whole record is available, or bytes that cannot be a record, which the engine then rejects. */
    boolean hasRecord() {
        PooledBuffer buffer = input;
        if (buffer == null || waiting() < HEADER) {
            return false;
        }
        ByteBuffer memory = buffer.memory();
        int type = memory.get(from);
        int length = HEADER + Short.toUnsignedInt(memory.getShort(from + 3));
        return type < FIRST_TYPE || type > LAST_TYPE || length > LARGEST || waiting() >= length;
    }

    /** Decrypts the next record, which must be available, into {@code plain} if it has room. */
    SSLEngineResult unwrap(ByteBuffer plain) throws SSLException {
        PooledBuffer buffer = java.util.Objects.requireNonNull(input, "no record is available");
        ByteBuffer memory = buffer.memory();
        if (refusesHandshakes && memory.get(from) == HANDSHAKE_TYPE) {
            throw new SSLProtocolException("the peer requested renegotiation, which is not supported");
        }
        int end = memory.position();
        SSLEngineResult result;
        try {
            memory.limit(end).position(from);
            result = note(engine.unwrap(memory, plain));
        } finally {
            from = memory.position();
            memory.limit(memory.capacity()).position(end);
        }
        if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
            throw new SSLProtocolException("the peer does not speak TLS");
        }
        if (waiting() == 0) {
            drop();
        }
        return result;
    }

    /** Discards what is not unwrapped yet. */
    void drop() {
        if (input != null) {
            input.release();
            input = null;
        }
    }

    // ---- Out

    /** Encrypts at most one record from {@code plain}, or sends what the engine itself has to send. */
    SSLEngineResult wrap(ByteBuffer plain) throws SSLException {
        PooledBuffer buffer = pool.take(engine.getSession().getPacketBufferSize());
        try {
            SSLEngineResult result = note(engine.wrap(plain, buffer.memory()));
            if (result.bytesProduced() > 0) {
                output.accept(buffer.memory().flip());
            }
            return result;
        } finally {
            buffer.release();
        }
    }

    /** Sends what the engine itself has to send: its part of the handshake, alerts, new keys. */
    void flush() throws SSLException {
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            SSLEngineResult result = wrap(NOTHING);
            if (result.bytesProduced() == 0 && result.getHandshakeStatus() != HandshakeStatus.FINISHED) {
                return;
            }
        }
    }

    /** Sends close_notify, unless it has been sent. */
    void closeOutput() throws SSLException {
        engine.closeOutbound();
        flush();
    }

    /** Sends the alert that the engine has for the peer after {@code failure}. */
    void flushAlert(Throwable failure) {
        try {
            flush();
        } catch (SSLException again) {
            // The engine throws the exception of a failed task once more before it produces the alert.
            try {
                flush();
            } catch (SSLException noAlert) {
                failure.addSuppressed(noAlert);
            }
        }
    }

    /** Returns whether the engine neither reads nor writes any more: after a fatal alert of the peer, for example. */
    boolean isOver() {
        return engine.isInboundDone() && engine.isOutboundDone();
    }

    // ---- Handshake

    void begin() throws SSLException {
        engine.beginHandshake();
    }

    HandshakeStatus status() {
        return engine.getHandshakeStatus();
    }

    /** Returns whether the first handshake is complete. */
    boolean finished() {
        return finished;
    }

    TlsHandshake handshake() {
        return new TlsHandshake(engine.getSession(), String.valueOf(engine.getApplicationProtocol()));
    }

    /** Runs the handshake's tasks, outside a turn. The engine is locked meanwhile and must not be called. */
    void runTasks() {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
            task.run();
        }
    }

    private SSLEngineResult note(SSLEngineResult result) {
        if (!finished && result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
            finished = true;
            // TLS 1.3 sends later handshake messages in records of another type, and has no renegotiation.
            refusesHandshakes = engine.getSession().getProtocol().equals("TLSv1.2");
        }
        return result;
    }
}
