package dev.gearbox.bench.servers;

import dev.gearbox.bench.NettyEcho;
import dev.gearbox.bench.RefNetty;
import dev.gearbox.bench.ReferenceConsole;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The servers of {@link PairedServers} on Netty's own API, as an expert writes them: its codecs, a pooled allocator, answers that are flushed when all that has arrived is read. TLS is the JDK's on
 * both sides, with a key that Netty keeps in memory. Arguments: the work, a transport, and the keys of TLS.
 */
final class NettyServer {
    private static final int LONGEST_LINE = 1024;

    private NettyServer() {}

    public static void main(String[] arguments) throws IOException, GeneralSecurityException {
        Work work = Work.of(arguments[0]);
        SslContext tls = work.secure() ? tls(Path.of(arguments[2])) : null;
        ReferenceConsole.ready(
                "ref-netty-" + arguments[1], RefNetty.listen(arguments[1], children(work, tls)), arguments[1]);
    }

    static SslContext tls(Path keys) throws IOException, GeneralSecurityException {
        KeyStore store = BenchKeys.load(keys);
        String alias = store.aliases().nextElement();
        return SslContextBuilder.forServer((PrivateKey) store.getKey(alias, BenchKeys.PASSWORD), (X509Certificate)
                        store.getCertificate(alias))
                .sslProvider(SslProvider.JDK)
                .build();
    }

    /** Returns what initializes the connections of the work. */
    static ChannelHandler children(Work work, @Nullable SslContext tls) {
        NettyBroadcast members = new NettyBroadcast();
        return new ChannelInitializer<SocketChannel>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                ChannelPipeline pipeline = channel.pipeline();
                if (tls != null) {
                    pipeline.addLast(tls.newHandler(channel.alloc()));
                }
                switch (work) {
                    case HTTP -> pipeline.addLast(new HttpServerCodec(), new NettyHello());
                    case DOWNLOAD, TLS_DOWNLOAD -> pipeline.addLast(new HttpServerCodec(), new NettyDownload());
                    case LINES ->
                        pipeline.addLast(
                                new LineBasedFrameDecoder(LONGEST_LINE),
                                new StringDecoder(StandardCharsets.UTF_8),
                                new StringEncoder(StandardCharsets.UTF_8),
                                NettyStore.OF_TEXT);
                    case LINES_OF_BYTES ->
                        pipeline.addLast(new LineBasedFrameDecoder(LONGEST_LINE), NettyStore.OF_BYTES);
                    case BROADCAST -> pipeline.addLast(new LineBasedFrameDecoder(LONGEST_LINE, false, true), members);
                    case TLS_ECHO, TLS_HANDSHAKE, TLS_RESUMED -> pipeline.addLast(new NettyEcho());
                }
            }
        };
    }
}
