package dev.gearbox.engines.netty;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;

/**
 * Netty's epoll, but a channel stays registered while it has no interest.
 *
 * <p>Netty 4.2.18 (since its pull request 16689) removes a descriptor without interest from epoll, still treats its registration as added, and fails to change
 * it when there is interest again: a session that has nothing to read, since its peer has ended, and whose next write is not sent at once, loses that write.
 * Here such a descriptor only waits for a hang-up or an error, reported once, which costs the same one call.
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
