import dev.gearbox.core.model.IoModel;

/** Netty's transports as engines. Exports nothing: engines are found by {@link java.util.ServiceLoader} and started by their specs. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.engines.netty {
    requires static transitive org.jspecify;
    requires dev.gearbox.core;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.classes.io_uring;
    requires io.netty.transport.unix.common;
    requires jdk.net;
    // Only the native libraries: no other module requires them, and a module that is not required is not resolved.
    requires io.netty.transport.epoll.linux.x86_64;
    requires io.netty.transport.io_uring.linux.x86_64;

    provides IoModel with
            dev.gearbox.engines.netty.NettyNioModel,
            dev.gearbox.engines.netty.NettyEpollModel,
            dev.gearbox.engines.netty.NettyUringModel;
}
