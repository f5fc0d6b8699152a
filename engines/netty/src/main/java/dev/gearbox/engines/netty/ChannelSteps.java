package dev.gearbox.engines.netty;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelPromise;
import java.io.IOException;

/** Runs steps one after the other on an event loop; if one fails, the channel is closed and the rest is skipped. */
final class ChannelSteps {
    @FunctionalInterface
    interface ChannelStep {
        void take() throws IOException;
    }

    private ChannelSteps() {}

    /** Runs {@code next} when the operation that this listens to has succeeded. */
    @SuppressWarnings("FutureReturnValueIgnored") // the channel is abandoned: the outcome of its close is ignored
    static ChannelFutureListener then(ChannelPromise all, ChannelStep next) {
        return before -> {
            Throwable failure = before.cause();
            if (failure == null) {
                try {
                    next.take();
                } catch (IOException | RuntimeException thrown) {
                    failure = thrown;
                }
            }
            if (failure != null) {
                before.channel().close();
                all.tryFailure(failure);
            }
        };
    }
}
