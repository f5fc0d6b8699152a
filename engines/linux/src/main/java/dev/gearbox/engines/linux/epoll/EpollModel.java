package dev.gearbox.engines.linux.epoll;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.balance.LoopSizing;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.engines.linux.system.Platform;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Raw epoll: the single-threaded Reactor without the JDK's selector in between, or several of them.
 *
 * <pre>
 *   clients ==== descriptors ==== [ epoll 1 ] ---- thread 1: accept, recv, callback, send, timers
 *                                 [ epoll N ] ---- thread N: likewise, from a listening socket of its own
 * </pre>
 *
 * <p>The loop of a server in C (epoll(7)): one system call to wait for many, one to read, one to write. The calls are made through
 * java.lang.foreign (JEP 454), without a native library. With {@code threads=N} each loop has a listening socket and the kernel distributes connections by a
 * hash of their addresses (SO_REUSEPORT); with {@code accept=dealt} the first loop accepts and distributes them round-robin.
 *
 * <p>Limits: one core for each loop, a connection changes its loop only with {@code rebalance=true}, and a callback that blocks delays the loop's other
 * connections. An idle connection costs its socket and its session; no buffer, no thread. Linux on x86-64 or aarch64.
 */
public final class EpollModel implements IoModel {
    private static final String THREADS = "threads";
    private static final String ACCEPT = "accept";
    private static final String DEALT = "dealt";

    @Override
    public ModelCard card() {
        return new ModelCard(
                "epoll",
                "a thread with an epoll descriptor does everything for its connections, with direct system calls",
                "epoll(7); JEP 454: foreign functions",
                EnumSet.complementOf(EnumSet.of(Capability.BLOCKING)),
                Stream.concat(
                                Stream.of(
                                        new Parameter.Int(
                                                THREADS,
                                                1,
                                                1024,
                                                "1",
                                                "loops, each with a thread and a listening socket"),
                                        new Parameter.Choice(
                                                ACCEPT,
                                                List.of("each", DEALT),
                                                "each",
                                                "each loop accepts its own connections, or the first one distributes them")),
                                LoopSizing.parameters().stream())
                        .toList());
    }

    @Override
    public Optional<String> absence() {
        return Platform.absence();
    }

    @Override
    public Engine start(Parameters parameters) {
        int threads = parameters.integer(THREADS);
        Optional<LoopSizing> sizing = LoopSizing.of(parameters, "epoll", threads);
        EpollEngine engine = new EpollEngine(
                parameters.spec(), threads, parameters.word(ACCEPT).equals(DEALT));
        sizing.ifPresent(engine::lookAfter);
        return engine;
    }
}
