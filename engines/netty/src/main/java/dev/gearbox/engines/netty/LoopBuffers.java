package dev.gearbox.engines.netty;

import dev.gearbox.core.buffers.BufferPool;
import dev.gearbox.core.buffers.PooledBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An event loop's buffers: the bridge between Netty's buffers and core's. Netty's allocations for reads get the loop's own buffer, which is free again after
 * each event; so bytes go from the socket to the session, and an echo back, without a copy or an allocation. The size is fixed: Netty's adaptive sizes were
 * measured slower.
 *
 * <p>A buffer in which an answer still waits is left to it, and the loop goes on with another one. Bytes in a buffer of an io_uring buffer ring are copied,
 * since the buffer goes back to the kernel. Used on the loop's thread.
 */
final class LoopBuffers extends DefaultMaxMessagesRecvByteBufAllocator {
    /** A power of two: so many buffers may be in flight at once without creating new wrappers. */
    private static final int WRAPPERS = 256;

    private final BufferPool pool;
    private final int size;
    private final @Nullable Wrapper[] wrappers = new Wrapper[WRAPPERS];
    private @Nullable NettyReadBuffer lent;
    private @Nullable PooledBuffer copy;

    LoopBuffers(BufferPool pool, int size) {
        this.pool = pool;
        this.size = size;
    }

    @Override
    public MaxMessageHandle newHandle() {
        return new MaxMessageHandle() {
            @Override
            public int guess() {
                return size;
            }

            @Override
            public ByteBuf allocate(ByteBufAllocator nettys) {
                return lend();
            }
        };
    }

    private ByteBuf lend() {
        NettyReadBuffer buffer = lent;
        if (buffer != null && (buffer.refCnt() > 1 || buffer.memory().shared())) {
            // In this order: there may be no memory for another.
            lent = null;
            buffer.release();
            buffer = null;
        }
        if (buffer == null) {
            buffer = new NettyReadBuffer(pool.take(size));
            lent = buffer;
        }
        return buffer.clear().retain();
    }

    /** Returns what Netty read as one of core's buffers; the loop holds it until the next call of this method or {@link #lend}. */
    PooledBuffer filled(ByteBuf read) {
        return read instanceof NettyReadBuffer ours ? ours.filled() : copied(read);
    }

    private PooledBuffer copied(ByteBuf read) {
        int length = read.readableBytes();
        PooledBuffer buffer = copy;
        if (buffer != null && (buffer.shared() || buffer.capacity() < length)) {
            copy = null;
            buffer.release();
            buffer = null;
        }
        if (buffer == null) {
            buffer = pool.take(Math.max(size, length));
            copy = buffer;
        }
        ByteBuffer memory = buffer.clear().limit(length);
        read.readBytes(memory);
        memory.limit(memory.capacity());
        return buffer;
    }

    /** Keeps no memory that its pool has dropped; Netty holds a buffer for as long as it sends it. */
    private static final class Wrapper extends WeakReference<NettyWriteBuffer> {
        Wrapper(NettyWriteBuffer buffer) {
            super(buffer);
        }
    }

    /** Wraps {@code output} for Netty to send; the transport is notified when Netty releases it. */
    NettyWriteBuffer outgoing(ByteBuffer output, NettyChannelTransport channelTransport) {
        int slot = System.identityHashCode(output) & (WRAPPERS - 1);
        Wrapper known = wrappers[slot];
        NettyWriteBuffer buffer = known == null ? null : known.get();
        if (buffer == null || !buffer.wraps(output) || buffer.inUse()) {
            buffer = new NettyWriteBuffer(output);
            wrappers[slot] = new Wrapper(buffer);
        }
        buffer.use(output, channelTransport);
        return buffer;
    }
}
