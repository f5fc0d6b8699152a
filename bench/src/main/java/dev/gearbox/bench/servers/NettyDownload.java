package dev.gearbox.bench.servers;

import dev.gearbox.bench.NettyHandler;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/** Answers each request with a large body, in pieces, while the channel is writable. */
final class NettyDownload extends NettyHandler {
    private static final int PIECE = 64 << 10;
    private static final ByteBuf BYTES = Unpooled.unreleasableBuffer(
            Unpooled.directBuffer(PIECE).writeZero(PIECE).asReadOnly());

    private int left = -1;

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports failures by exceptionCaught
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof LastHttpContent) {
                HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
                response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, Work.LARGE_BODY);
                context.write(response, context.voidPromise());
                left = Work.LARGE_BODY;
                proceed(context);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        proceed(context);
        context.fireChannelWritabilityChanged();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports failures by exceptionCaught
    private void proceed(ChannelHandlerContext context) {
        while (left > 0 && context.channel().isWritable()) {
            int length = Math.min(left, PIECE);
            left -= length;
            context.writeAndFlush(new DefaultHttpContent(BYTES.retainedSlice(0, length)), context.voidPromise());
        }
        if (left == 0) {
            left = -1;
            context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT, context.voidPromise());
        }
    }
}
