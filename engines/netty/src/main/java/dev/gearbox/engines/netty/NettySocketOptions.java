package dev.gearbox.engines.netty;

import dev.gearbox.core.Options;
import dev.gearbox.core.sockets.ChannelOptions;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/**
 * The socket options that each of Netty's transports names by constants of its own.
 *
 * @param userTimeout in milliseconds; null if the transport cannot set it
 */
record NettySocketOptions(
        ChannelOption<Boolean> reusePort,
        ChannelOption<Integer> keepIdle,
        ChannelOption<Integer> keepInterval,
        ChannelOption<Integer> keepCount,
        @Nullable ChannelOption<Integer> userTimeout) {
    /** Checks that a transport can set them. */
    void require(Options options) throws SocketException {
        if (userTimeout == null) {
            ChannelOptions.requireNoUserTimeout(options);
        }
    }

    /** Called before bind. */
    void prepareListener(ChannelConfig config, Options options) {
        if (options.reusePort()) {
            config.setOption(reusePort, true);
        }
    }

    /** Called before a connection's channel is registered. */
    void prepare(ChannelConfig config, Options options) {
        options.keepAlive().ifPresent(times -> {
            config.setOption(ChannelOption.SO_KEEPALIVE, true);
            config.setOption(keepIdle, (int) times.idle().toSeconds());
            config.setOption(keepInterval, (int) times.interval().toSeconds());
            config.setOption(keepCount, times.probes());
        });
        if (userTimeout != null && options.userTimeout().isPositive()) {
            config.setOption(userTimeout, (int) options.userTimeout().toMillis());
        }
    }
}
