package dev.gearbox.engines.netty;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * Netty's epoll, in which a channel stays registered while there is nothing to wait for.
 *
 * <p>Netty 4.2.18 (since its pull request 16689) takes such a descriptor out of epoll, goes on calling its registration added, and fails to
 * change it when there is something to wait for again: a session that has nothing to read, as its peer has ended, and whose next write does not
 * go out at once, loses that write. Here such a descriptor waits for a hang-up or an error alone, told once, which costs the same one call.
 */
final class SteadyEpoll implements IoHandler {
    private final IoHandler netty;

    private SteadyEpoll(IoHandler netty) {
        this.netty = netty;
    }

    static IoHandlerFactory factory() {
        IoHandlerFactory netty = EpollIoHandler.newFactory();
        return new IoHandlerFactory() {
            @Override
            public IoHandler newHandler(ThreadAwareExecutor executor) {
                return new SteadyEpoll(netty.newHandler(executor));
            }

            @Override
            public boolean isChangingThreadSupported() {
                return netty.isChangingThreadSupported();
            }
        };
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new Steady(netty.register(handle));
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

    private record Steady(IoRegistration netty) implements IoRegistration {
        @Override
        public long submit(IoOps ops) {
            return netty.submit(EpollIoOps.NONE.equals(ops) ? EpollIoOps.EPOLLET : ops);
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Netty's
        public <T> T attachment() {
            return netty.attachment();
        }

        @Override
        public boolean isValid() {
            return netty.isValid();
        }

        @Override
        public boolean cancel() {
            return netty.cancel();
        }
    }
}
