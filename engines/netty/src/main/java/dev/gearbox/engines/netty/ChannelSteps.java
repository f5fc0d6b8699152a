package dev.gearbox.engines.netty;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelPromise;
import java.io.IOException;

/** One thing after the other on an event loop, until one fails: that is the end of the channel and of all of them. */
final class ChannelSteps {
    @FunctionalInterface
    interface ChannelStep {
        void take() throws IOException;
    }

    private ChannelSteps() {}

    /** Takes {@code next} when what listens to this has succeeded. */
    @SuppressWarnings("FutureReturnValueIgnored") // the channel is given up: how it closes is nobody's concern
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
