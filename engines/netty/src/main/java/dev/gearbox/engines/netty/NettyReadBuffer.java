package dev.gearbox.engines.netty;

import dev.gearbox.core.buffers.PooledBuffer;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;

/** One of core's buffers that Netty reads into. Released when neither the loop nor Netty holds it any more. */
final class NettyReadBuffer extends UnpooledDirectByteBuf {
    private final PooledBuffer memory;

    NettyReadBuffer(PooledBuffer memory) {
        super(UnpooledByteBufAllocator.DEFAULT, memory.clear(), memory.capacity());
        this.memory = memory;
    }

    PooledBuffer memory() {
        return memory;
    }

    @Override
    public NettyReadBuffer clear() {
        super.clear();
        return this;
    }

    /** Returns core's buffer, with its position at Netty's writer index. */
    PooledBuffer filled() {
        memory.clear().position(writerIndex());
        return memory;
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        memory.release();
    }
}
