/**
 * Reference programs without any abstraction, run as subjects beside the engines, the benchmark that compares the two, the one that compares servers on this
 * library with servers on others, the one that compares the generators, and the one that compares {@code gearbox cp} with {@code cp}. Nothing is exported: they are started as programs.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.bench {
    requires static transitive org.jspecify;
    requires dev.gearbox.files;
    requires dev.gearbox.http;
    requires dev.gearbox.load;
    requires dev.gearbox.protocols;
    requires dev.gearbox.tls;
    requires org.apache.commons.statistics.distribution;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.classes.io_uring;
    // Only the native libraries: no other module requires them, and modules that are not required are not resolved.
    requires io.netty.transport.epoll.linux.x86_64;
    requires io.netty.transport.io_uring.linux.x86_64;
    requires org.apache.mina.core;
    // For MINA, an automatic module, which cannot require it itself.
    requires org.slf4j;
}
