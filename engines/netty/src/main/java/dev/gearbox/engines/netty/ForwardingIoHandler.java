package dev.gearbox.engines.netty;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.function.UnaryOperator;

/** Wraps one of Netty's I/O handlers, whose channels' operations pass through {@link #submit}. Used on its event loop's thread, as Netty requires. */
abstract class ForwardingIoHandler implements IoHandler {
    private final IoHandler netty;

    ForwardingIoHandler(IoHandler netty) {
        this.netty = netty;
    }

    /** Returns a factory that wraps the handlers of {@code netty}. */
    static IoHandlerFactory factory(IoHandlerFactory netty, UnaryOperator<IoHandler> wrapped) {
        return new IoHandlerFactory() {
            @Override
            public IoHandler newHandler(ThreadAwareExecutor executor) {
                return wrapped.apply(netty.newHandler(executor));
            }

            @Override
            public boolean isChangingThreadSupported() {
                return netty.isChangingThreadSupported();
            }
        };
    }

    /** Submits a channel's operation to {@code registration}, or another one in its place. */
    abstract long submit(IoHandle channel, IoRegistration registration, IoOps operation);

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new Forwarding(handle, netty.register(handle));
    }

    @Override
    public void initialize() {
        netty.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        return netty.run(context);
    }

    @Override
    public void prepareToDestroy() {
        netty.prepareToDestroy();
    }

    @Override
    public void destroy() {
        netty.destroy();
    }

    @Override
    public void wakeup() {
        netty.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return netty.isCompatible(handleType);
    }

    private final class Forwarding implements IoRegistration {
        private final IoHandle channel;
        private final IoRegistration registration;

        Forwarding(IoHandle channel, IoRegistration registration) {
            this.channel = channel;
            this.registration = registration;
        }

        @Override
        public long submit(IoOps ops) {
            return ForwardingIoHandler.this.submit(channel, registration, ops);
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Netty's
        public <T> T attachment() {
            return registration.attachment();
        }

        @Override
        public boolean isValid() {
            return registration.isValid();
        }

        @Override
        public boolean cancel() {
            return registration.cancel();
        }
    }
}
