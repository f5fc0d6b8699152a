package dev.gearbox.bench.servers;

import dev.gearbox.bench.NettyHandler;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/** Answers each request with a small body that exists already. */
final class NettyHello extends NettyHandler {
    private static final byte[] BODY = new byte[Work.BODY];

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports failures by exceptionCaught
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof LastHttpContent) {
                HttpResponse response = new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(BODY));
                response.headers()
                        .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN)
                        .setInt(HttpHeaderNames.CONTENT_LENGTH, BODY.length);
                context.write(response, context.voidPromise());
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }
}
