package dev.gearbox.engines.netty;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;

/**
 * Netty's epoll, in which a channel stays registered while there is nothing to wait for.
 *
 * <p>Netty 4.2.18 (since its pull request 16689) takes such a descriptor out of epoll, goes on calling its registration added, and fails to
 * change it when there is something to wait for again: a session that has nothing to read, as its peer has ended, and whose next write does not
 * go out at once, loses that write. Here such a descriptor waits for a hang-up or an error alone, told once, which costs the same one call.
 */
final class AlwaysRegisteredEpoll extends ForwardingIoHandler {
    private AlwaysRegisteredEpoll(IoHandler netty) {
        super(netty);
    }

    static IoHandlerFactory factory() {
        return factory(EpollIoHandler.newFactory(), AlwaysRegisteredEpoll::new);
    }

    @Override
    long submit(IoHandle channel, IoRegistration registration, IoOps operation) {
        return registration.submit(EpollIoOps.NONE.equals(operation) ? EpollIoOps.EPOLLET : operation);
    }
}
