/** The gateway's server Reactor Netty. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.reactornetty {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.studies.fanoutgateway.subjects;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.transport;
    requires org.reactivestreams;
    requires reactor.core;
    requires reactor.netty.core;
    requires reactor.netty.http;
    // Reactor Netty is made of automatic modules: nothing else says that it needs these.
    requires io.netty.codec.compression;
    requires io.netty.codec.http2;
    requires io.netty.codec.http3;
    requires io.netty.handler;
    requires io.netty.handler.proxy;
    requires io.netty.resolver;
    requires io.netty.resolver.dns;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.epoll.linux.x86_64;
    requires io.netty.transport.unix.common;

    exports dev.gearbox.studies.fanoutgateway.reactornetty;
}
