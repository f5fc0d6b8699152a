package dev.gearbox.bench.servers;

import dev.gearbox.bench.NettyHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;

/** Sends each line to all connections: a group of channels shares its buffer. */
@Sharable
final class NettyBroadcast extends NettyHandler {
    private final ChannelGroup members = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    @Override
    public void channelActive(ChannelHandlerContext context) {
        members.add(context.channel());
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports failures by exceptionCaught
    public void channelRead(ChannelHandlerContext context, Object line) {
        // Releases the line once all members have it.
        members.writeAndFlush(line, channel -> true, true);
    }
}
