package dev.gearbox.bench.servers;

import dev.gearbox.bench.NettyHandler;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import java.util.Map;

/** The key-value store's handler after a decoder of lines. */
abstract sealed class NettyStore extends NettyHandler {
    static final NettyStore OF_TEXT = new OfText();
    static final NettyStore OF_BYTES = new OfBytes();

    private static final int COMMAND = "GET ".length();

    /** After a decoder and an encoder of strings. */
    @Sharable
    private static final class OfText extends NettyStore {
        private final Map<String, String> values = BenchStore.text();

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports failures by exceptionCaught
        public void channelRead(ChannelHandlerContext context, Object message) {
            String key = ((String) message).substring(COMMAND);
            context.write(values.getOrDefault(key, "NONE") + "\n", context.voidPromise());
        }
    }

    /** Without strings. */
    @Sharable
    private static final class OfBytes extends NettyStore {
        private final Map<ByteBuffer, byte[]> values = BenchStore.bytes();

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports failures by exceptionCaught
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf line = (ByteBuf) message;
            byte[] value;
            try {
                value = values.get(line.nioBuffer(line.readerIndex() + COMMAND, line.readableBytes() - COMMAND));
            } finally {
                line.release();
            }
            byte[] sent = value == null ? BenchStore.NONE : value;
            context.write(
                    context.alloc().buffer(sent.length + 1).writeBytes(sent).writeByte('\n'), context.voidPromise());
        }
    }
}
