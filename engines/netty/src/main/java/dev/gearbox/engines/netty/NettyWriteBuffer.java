package dev.gearbox.engines.netty;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Memory of core's that Netty sends from. Netty releases it at the very moment at which it is sent, or dropped: that tells the link, so that a
 * write needs no promise. It is then as new, to be used for the next write from the same memory.
 */
final class NettyWriteBuffer extends UnpooledDirectByteBuf {
    private final ByteBuffer view;
    private @Nullable NettyChannelTransport user;

    NettyWriteBuffer(ByteBuffer view) {
        super(UnpooledByteBufAllocator.DEFAULT, view.duplicate().clear(), view.capacity());
        this.view = view;
    }

    @SuppressWarnings("ReferenceEquality") // the very view that core shows of that memory, each time
    boolean wraps(ByteBuffer output) {
        return view == output;
    }

    boolean isFor(NettyChannelTransport channelTransport) {
        return channelTransport.equals(user);
    }

    boolean inUse() {
        return user != null;
    }

    /** To be written now: from the position of {@code output} to its limit. */
    void use(ByteBuffer output, NettyChannelTransport channelTransport) {
        user = channelTransport;
        setIndex(output.position(), output.limit());
    }

    /** So Netty says how much the socket has taken of it. */
    @Override
    public NettyWriteBuffer readerIndex(int index) {
        super.readerIndex(index);
        view.position(index);
        return this;
    }

    /** The memory is not ours to free. */
    @Override
    protected void deallocate() {
        NettyChannelTransport told = requireNonNull(user, "released twice");
        user = null;
        resetRefCnt();
        told.released();
    }
}
