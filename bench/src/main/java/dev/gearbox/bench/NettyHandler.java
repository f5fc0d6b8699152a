package dev.gearbox.bench;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** A handler that flushes what it has written when all that has arrived is read. */
public abstract class NettyHandler extends ChannelInboundHandlerAdapter {
    @Override
    public final void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }

    /** The peer has disconnected: nothing is left to be answered. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the result of the close does not matter
    public final void exceptionCaught(ChannelHandlerContext context, Throwable gone) {
        context.close();
    }
}
