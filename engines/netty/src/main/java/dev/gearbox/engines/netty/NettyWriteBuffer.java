package dev.gearbox.engines.netty;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Memory of core that Netty sends from. Netty releases it at the very moment at which it is sent or dropped, which notifies the transport, so that a write
 * needs no promise. Afterwards it is reset, for the next write from the same memory.
 */
final class NettyWriteBuffer extends UnpooledDirectByteBuf {
    private final ByteBuffer view;
    private @Nullable NettyChannelTransport user;

    NettyWriteBuffer(ByteBuffer view) {
        super(UnpooledByteBufAllocator.DEFAULT, view.duplicate().clear(), view.capacity());
        this.view = view;
    }

    @SuppressWarnings("ReferenceEquality") // the same view that core returns for that memory each time
    boolean wraps(ByteBuffer output) {
        return view == output;
    }

    boolean isFor(NettyChannelTransport channelTransport) {
        return channelTransport.equals(user);
    }

    boolean inUse() {
        return user != null;
    }

    /** Prepares a write from the position of {@code output} to its limit. */
    void use(ByteBuffer output, NettyChannelTransport channelTransport) {
        user = channelTransport;
        setIndex(output.position(), output.limit());
    }

    /** Netty reports here how much the socket has accepted. */
    @Override
    public NettyWriteBuffer readerIndex(int index) {
        super.readerIndex(index);
        view.position(index);
        return this;
    }

    /** The memory belongs to core and is not freed here. */
    @Override
    protected void deallocate() {
        NettyChannelTransport told = requireNonNull(user, "released twice");
        user = null;
        resetRefCnt();
        told.released();
    }
}
