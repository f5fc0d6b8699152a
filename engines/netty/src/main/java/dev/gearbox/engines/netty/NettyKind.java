package dev.gearbox.engines.netty;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What differs between Netty's transports; all the rest of an engine is the same code.
 *
 * @param loops makes what waits and does the I/O in each event loop
 * @param server makes a socket that listens, not bound yet
 * @param client makes a socket that connects, not connected yet
 * @param prepare what every connection's socket is told besides its options
 * @param backend what runs, as stamped on results
 */
record NettyKind(
        IoHandlerFactory loops,
        Supplier<ServerSocketChannel> server,
        Supplier<SocketChannel> client,
        Consumer<SocketChannel> prepare,
        String backend) {}
