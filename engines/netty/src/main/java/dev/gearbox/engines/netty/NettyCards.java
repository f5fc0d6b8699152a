package dev.gearbox.engines.netty;

import dev.gearbox.core.Capability;
import dev.gearbox.core.model.NeededJars;
import dev.gearbox.core.model.NeededJars.Jar;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.sockets.SocketConverter;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parts of the models that need no Netty: their cards, and whether Netty's jars are there. It refers to Netty's classes by name only, so it works where
 * they are missing.
 */
final class NettyCards {
    static final String SOURCE = "Netty 4.2 (Maurer, Wolfthal: Netty in Action)";
    static final String THREADS = "threads";
    static final String BUFFER = "buffer";

    private static final List<Jar> TRANSPORT = List.of(
            new Jar("netty-common", "io.netty.util.Version"),
            new Jar("netty-buffer", "io.netty.buffer.ByteBuf"),
            new Jar("netty-resolver", "io.netty.resolver.AddressResolver"),
            new Jar("netty-transport", "io.netty.channel.Channel"));
    private static final Jar UNIX = new Jar("netty-transport-native-unix-common", "io.netty.channel.unix.Unix");
    private static final Jar EPOLL = new Jar("netty-transport-classes-epoll", "io.netty.channel.epoll.Epoll");
    private static final Jar URING = new Jar("netty-transport-classes-io_uring", "io.netty.channel.uring.IoUring");

    private NettyCards() {}

    static List<Parameter> parameters() {
        return List.of(
                new Parameter.Int(
                        THREADS,
                        1,
                        1024,
                        Integer.toString(Runtime.getRuntime().availableProcessors()),
                        "event loops beside the acceptor's (default: one for each core)"),
                new Parameter.Int(BUFFER, 1 << 10, 1 << 20, "32768", "maximum bytes of a read"));
    }

    /** Returns the capabilities of event loops, and {@code needy} only where a module is installed that can handle descriptors in ways that Netty cannot. */
    static EnumSet<Capability> capabilities(Capability... needy) {
        EnumSet<Capability> all =
                EnumSet.complementOf(EnumSet.of(Capability.BLOCKING, Capability.ELASTIC, Capability.UNIX_SOCKETS));
        if (SocketConverter.installedAbsence().isPresent()) {
            List.of(needy).forEach(all::remove);
        }
        return all;
    }

    /** Returns which jar is missing that every transport needs; empty if none is. */
    static Optional<String> nio() {
        return missing();
    }

    static Optional<String> epoll() {
        return missing(UNIX, EPOLL);
    }

    static Optional<String> uring() {
        return missing(UNIX, URING);
    }

    private static Optional<String> missing(Jar... besides) {
        return new NeededJars(
                        NettyCards.class,
                        Stream.concat(TRANSPORT.stream(), Stream.of(besides)).toList())
                .absence();
    }
}
