package dev.gearbox.engines.jdk;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.IoModel;
import dev.gearbox.core.ModelCard;
import dev.gearbox.core.Parameter;
import dev.gearbox.core.Parameters;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Multi-Reactor: an acceptor deals connections out to selector threads, where they stay.
 *
 * <pre>
 *                                    /---- [ selector 1 ] ---- thread 1: read, callback, write
 *   clients ---- [ acceptor ] ------<----- [ selector 2 ] ---- thread 2
 *                 thread 0           \---- [ selector N ] ---- thread N
 * </pre>
 *
 * <p>Lea's "Scalable IO in Java" (multiple Reactors), the shape of Netty's boss and worker groups and of the 2021 multi-Reactor server.
 * {@code threads=N} deals round-robin to N threads, by default one for each core. {@code per=1000} begins with one thread and adds another
 * whenever all have 1,000 connections (a sharded selector, as in the 2013 page-indexer article); a new connection goes to the first thread
 * that has room, and threads that have emptied are kept for later ones.
 *
 * <p>Limits: a connection never changes its thread, so an uneven load stays uneven; a callback that blocks holds up its thread's connections.
 */
public final class ReactorsModel implements IoModel {
    private static final String THREADS = "threads";
    private static final String PER = "per";
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    @Override
    public ModelCard card() {
        return new ModelCard(
                "reactors",
                "an acceptor deals connections out to N selector threads, where they stay",
                "Lea, Scalable IO in Java: multiple Reactors",
                EnumSet.complementOf(EnumSet.of(Capability.BLOCKING)),
                List.of(
                        new Parameter.Whole(
                                THREADS,
                                1,
                                1024,
                                Integer.toString(Runtime.getRuntime().availableProcessors()),
                                "selector threads beside the acceptor's (default: one for each core)"),
                        new Parameter.Whole(
                                PER,
                                0,
                                Integer.MAX_VALUE,
                                "0",
                                "instead of threads: one more selector thread for each so many connections")));
    }

    @Override
    public Engine start(Parameters parameters) {
        int per = parameters.whole(PER);
        if (per > 0 && parameters.given(THREADS)) {
            throw new BadSpecException("reactors: threads and per exclude each other; give one of them");
        }
        return new ReactorsEngine(parameters.spec(), per > 0 ? 1 : parameters.whole(THREADS), per);
    }

    private static final class ReactorsEngine extends LoopEngine {
        private final int per;
        private final SelectorLoop acceptor = SelectorLoop.start(this, "gearbox-reactors-acceptor");
        private final List<SelectorLoop> reactors = new CopyOnWriteArrayList<>();
        private int next;

        ReactorsEngine(String spec, int threads, int per) {
            super(spec);
            this.per = per;
            for (int index = 0; index < threads; index++) {
                addReactor();
            }
        }

        private SelectorLoop addReactor() {
            SelectorLoop reactor = SelectorLoop.start(this, "gearbox-reactors-" + (reactors.size() + 1));
            reactors.add(reactor);
            return reactor;
        }

        @Override
        SelectorLoop acceptLoop() {
            return acceptor;
        }

        /** Under a lock, so that two that come at once do not both start a thread: once for each connection. */
        @Override
        protected synchronized SelectorLoop nextLoop() {
            SelectorLoop chosen;
            if (per == 0) {
                chosen = reactors.get(next);
                next = (next + 1) % reactors.size();
            } else {
                chosen = reactors.stream()
                        .filter(reactor -> reactor.connections() < per)
                        .findFirst()
                        .orElseGet(this::growOrShare);
            }
            chosen.assign();
            return chosen;
        }

        /** When the system has no descriptors or threads for another selector, the least loaded one takes more than its share. */
        private SelectorLoop growOrShare() {
            try {
                return addReactor();
            } catch (UncheckedIOException | OutOfMemoryError none) {
                LOG.log(Level.INFO, () -> this + " cannot grow beyond " + reactors.size() + ": " + none.getMessage());
                return Collections.min(reactors, Comparator.comparingInt(SelectorLoop::connections));
            }
        }

        @Override
        protected Collection<SelectorLoop> allLoops() {
            return reactors;
        }

        @Override
        protected void stopThreads() {
            acceptor.stop();
            super.stopThreads();
        }
    }
}
