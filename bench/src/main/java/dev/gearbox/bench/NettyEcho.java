package dev.gearbox.bench;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;

/** Writes back what it reads. */
@Sharable
public final class NettyEcho extends NettyHandler {
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports failures by exceptionCaught
    public void channelRead(ChannelHandlerContext context, Object message) {
        context.write(message, context.voidPromise());
    }
}
