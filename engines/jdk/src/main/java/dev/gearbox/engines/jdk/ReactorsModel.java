package dev.gearbox.engines.jdk;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.balance.LoopSizing;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Multi-Reactor: an acceptor distributes connections to selector threads.
 *
 * <pre>
 *                                    /---- [ selector 1 ] ---- thread 1: read, callback, write
 *   clients ---- [ acceptor ] ------&lt;----- [ selector 2 ] ---- thread 2
 *                 thread 0           \---- [ selector N ] ---- thread N
 * </pre>
 *
 * <p>Lea's "Scalable IO in Java" (multiple Reactors), the shape of Netty's boss and worker groups and of the 2021 multi-Reactor server.
 * {@code threads=N} distributes round-robin to N threads, by default one for each core. {@code per=1000} starts with one thread and adds another whenever all
 * have 1,000 connections (a sharded selector, as in the 2013 page-indexer article); a new connection goes to the first thread that has room, and threads
 * without connections are kept for later ones. With {@code rebalance=true} connections move from busy threads to idle ones, and with {@code most} the number of
 * threads follows the load.
 *
 * <p>Limits: without {@code rebalance} a connection stays on its thread, so an uneven load stays uneven; a callback that blocks delays its thread's
 * connections.
 */
public final class ReactorsModel implements IoModel {
    private static final String THREADS = "threads";
    private static final String PER = "per";
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    @Override
    public ModelCard card() {
        return new ModelCard(
                "reactors",
                "an acceptor distributes connections to N selector threads",
                "Lea, Scalable IO in Java: multiple Reactors",
                EnumSet.complementOf(EnumSet.of(Capability.BLOCKING)),
                Stream.concat(
                                Stream.of(
                                        new Parameter.Int(
                                                THREADS,
                                                1,
                                                1024,
                                                Integer.toString(
                                                        Runtime.getRuntime().availableProcessors()),
                                                "selector threads beside the acceptor's (default: one for each core)"),
                                        new Parameter.Int(
                                                PER,
                                                0,
                                                Integer.MAX_VALUE,
                                                "0",
                                                "instead of threads: one selector thread for this many connections")),
                                LoopSizing.parameters().stream())
                        .toList());
    }

    @Override
    public Engine start(Parameters parameters) {
        int per = parameters.integer(PER);
        if (per > 0 && parameters.given(THREADS)) {
            throw new BadSpecException("reactors: threads and per exclude each other; give one of them");
        }
        int threads = per > 0 ? 1 : parameters.integer(THREADS);
        Optional<LoopSizing> sizing = LoopSizing.of(parameters, "reactors", threads);
        if (per > 0 && sizing.isPresent()) {
            throw new BadSpecException("reactors: per and rebalance exclude each other; give one of them");
        }
        ReactorsEngine engine = new ReactorsEngine(parameters.spec(), threads, per);
        sizing.ifPresent(engine::lookAfter);
        return engine;
    }

    private static final class ReactorsEngine extends SelectorLoopEngine {
        private final int per;
        private final SelectorLoop acceptor = SelectorLoop.start(this, "gearbox-reactors-acceptor");

        ReactorsEngine(String spec, int threads, int per) {
            super(spec);
            this.per = per;
            startLoops(threads);
        }

        @Override
        protected SelectorLoop startLoop(int number) {
            return SelectorLoop.start(this, "gearbox-reactors-" + number);
        }

        @Override
        SelectorLoop acceptLoop() {
            return acceptor;
        }

        void lookAfter(LoopSizing sizing) {
            lookAfterLoops(sizing);
        }

        /** Without {@code per}: with it, the number of threads depends on the number of connections. */
        @Override
        protected boolean isElastic() {
            return per == 0;
        }

        @Override
        public SelectorLoop nextLoop() {
            return per == 0 ? super.nextLoop() : firstWithRoom();
        }

        /** Under a lock, so that two connections at the same time do not both start a thread; called once for each connection. */
        private synchronized SelectorLoop firstWithRoom() {
            while (true) {
                SelectorLoop chosen = openLoops().stream()
                        .filter(reactor -> reactor.connections() < per)
                        .findFirst()
                        .orElseGet(this::growOrShare);
                if (chosen.assign()) {
                    return chosen;
                }
            }
        }

        /** If the engine is closing, or the system has no descriptors or threads for another selector, the least loaded thread takes more than its share. */
        private SelectorLoop growOrShare() {
            try {
                return startLoops(1).getFirst();
            } catch (UncheckedIOException | IllegalStateException | OutOfMemoryError none) {
                LOG.log(
                        Level.INFO,
                        () -> this + " cannot grow beyond " + openLoops().size() + ": " + none.getMessage());
                return Collections.min(openLoops(), Comparator.comparingInt(SelectorLoop::connections));
            }
        }

        @Override
        protected void stopThreads() {
            acceptor.stop();
            super.stopThreads();
        }
    }
}
