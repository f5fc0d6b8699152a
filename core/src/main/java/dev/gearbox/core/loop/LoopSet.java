package dev.gearbox.core.loop;

import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.LoopLoad;
import dev.gearbox.core.Loops;
import dev.gearbox.core.concurrent.BoundedForEach;
import dev.gearbox.core.observe.LoopStats;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Shift;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The loops of one engine. A loop takes connections, or is being drained, or is retired: it has no connection, will have none, and ends its thread. The state
 * changes under the lock, and no thread blocks while it holds the lock.
 *
 * <pre>
 *   started --> taking --(drain)--> leaving --(no connection left)--> retired --> gone
 *                 ^                    |
 *                 '--(others are full)-'
 * </pre>
 */
final class LoopSet<L extends EventLoop> implements Loops {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.loops");

    private record Move<L>(ConnectionState state, L to) {}

    /** A drain that starts when the lock is free. */
    private record DrainingLoop<L>(L loop, LoopDrain drain, CompletionStage<Void> listenersLeft) {}

    private final EventLoopEngine<L> engine;
    /** While it is held, no loop is added or removed. */
    final Object lock = new Object();

    private final AtomicInteger turn = new AtomicInteger();
    private volatile List<L> taking = List.of();

    // Under the lock.
    private final Map<L, LoopDrain> leaving = new HashMap<>();
    private final List<L> retired = new ArrayList<>();
    private LoopStats past = LoopStats.NONE;
    private int started;

    LoopSet(EventLoopEngine<L> engine) {
        this.engine = engine;
    }

    /** Returns the loops that take connections, in the order in which they were started. */
    List<L> taking() {
        return taking;
    }

    /** Returns the loops that have connections, or may have. */
    List<L> running() {
        synchronized (lock) {
            return Stream.concat(taking.stream(), leaving.keySet().stream()).toList();
        }
    }

    /**
     * Returns a loop that takes connections, round robin, and assigns the connection to it. From any thread.
     *
     * @throws IllegalStateException if all have died
     */
    L next() {
        while (true) {
            List<L> now = taking;
            if (now.isEmpty()) {
                throw new IllegalStateException("no event loop of " + engine + " is left; the log says why");
            }
            L loop = now.get(Math.floorMod(turn.getAndIncrement(), now.size()));
            // Refused by a loop that was retired meanwhile: the list has changed.
            if (loop.assign()) {
                return loop;
            }
        }
    }

    /** Returns whether the current thread runs one of the loops. */
    boolean isOnLoop() {
        synchronized (lock) {
            return all().anyMatch(EventLoop::isLoopThread);
        }
    }

    /** Returns, with its own type, the loop of a connection that is away and has a place reserved there. */
    L home(EventLoop loop) {
        synchronized (lock) {
            return all().filter(loop::equals).findFirst().orElseThrow();
        }
    }

    /** Starts so many more loops, all or none; listeners that accept on every loop also accept on these. */
    List<L> grow(int count) {
        List<L> fresh = new ArrayList<>();
        synchronized (lock) {
            engine.requireOpen();
            try {
                for (int index = 0; index < count; index++) {
                    fresh.add(engine.startLoop(++started));
                }
            } catch (RuntimeException | OutOfMemoryError failure) {
                fresh.forEach(EventLoop::stop);
                throw failure;
            }
            taking = Stream.concat(taking.stream(), fresh.stream()).toList();
            fresh.forEach(engine::settle);
        }
        return fresh;
    }

    @Override
    public List<LoopLoad> loads() {
        return taking.stream().map(LoopSet::load).toList();
    }

    private static LoopLoad load(EventLoop loop) {
        LoopStats stats = loop.stats();
        return new LoopLoad(loop.toString(), loop.connections(), stats.busyNanos(), stats.waitNanos());
    }

    @Override
    public CompletionStage<Void> resize(int count) {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("an engine has 1 to " + MOST + " loops, not " + count);
        }
        List<DrainingLoop<L>> leavers;
        synchronized (lock) {
            engine.requireOpen();
            int surplus = taking.size() - count;
            LOG.log(Level.DEBUG, () -> engine + ": " + count + " loops instead of " + (count + surplus));
            grow(Math.max(0, -surplus));
            leavers = take(taking.stream()
                    .sorted(Comparator.comparingInt(EventLoop::connections))
                    .limit(Math.max(0, surplus))
                    .toList());
        }
        return leavers.isEmpty() ? spread() : begin(leavers);
    }

    @Override
    public CompletionStage<Void> drain(String name) {
        List<DrainingLoop<L>> leavers;
        synchronized (lock) {
            engine.requireOpen();
            L loop = taking.stream()
                    .filter(each -> each.toString().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            engine + " has no loop \"" + name + "\" that takes connections. These do: " + taking));
            if (taking.size() == 1) {
                throw new IllegalStateException(name + " is the only loop of " + engine + ": nothing could take over");
            }
            leavers = take(List.of(loop));
        }
        return begin(leavers);
    }

    /** Under the lock: stops assigning connections to these loops, which are never all loops. The drain holds one assignment. */
    private List<DrainingLoop<L>> take(List<L> loops) {
        taking = taking.stream().filter(loop -> !loops.contains(loop)).toList();
        List<DrainingLoop<L>> leavers = new ArrayList<>();
        for (L loop : loops) {
            LoopDrain drain = new LoopDrain(loop, this::away, () -> retire(loop));
            loop.assign();
            leaving.put(loop, drain);
            loop.drainBy(drain);
            leavers.add(new DrainingLoop<>(loop, drain, engine.vacate(loop)));
        }
        return leavers;
    }

    private CompletionStage<Void> begin(List<DrainingLoop<L>> leavers) {
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        for (DrainingLoop<L> leaver : leavers) {
            L loop = leaver.loop();
            answers.add(leaver.drain().done().whenComplete((done, failure) -> {
                if (failure != null) {
                    stay(loop, failure);
                }
            }));
            leaver.drain()
                    .begin(leaver.listenersLeft(), engine.connectionsOn(loop).toList());
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new));
    }

    private CompletionStage<Void> away(ConnectionState state) {
        return Shift.request(state, new LoopDestination<>(engine, engine.nextLoop()));
    }

    /** Called when a loop that is being drained has no connection at the moment. */
    private void retire(L loop) {
        LoopDrain drain;
        synchronized (lock) {
            drain = leaving.get(loop);
            if (drain == null || drain.done().isDone() || !loop.retire()) {
                return;
            }
            leaving.remove(loop);
            removeEnded();
            retired.add(loop);
        }
        loop.finish().whenComplete((ended, failure) -> drain.done().complete(null));
    }

    /** The drain has failed. */
    private void stay(L loop, Throwable reason) {
        synchronized (lock) {
            if (leaving.remove(loop) == null) {
                return;
            }
            loop.drainBy(null);
            if (engine.isClosing()) {
                retired.add(loop);
                return;
            }
            taking = Stream.concat(taking.stream(), Stream.of(loop)).toList();
            engine.settle(loop);
        }
        LOG.log(Level.INFO, () -> engine + ": " + loop + " is not drained and stays: " + reason.getMessage());
    }

    /** Handles the death of the loop: it gets no more connections, and a drain of it ends. */
    void lost(EventLoop loop, IOException reason) {
        LoopDrain drain;
        synchronized (lock) {
            retired.addAll(all().filter(loop::equals).distinct().toList());
            taking = taking.stream().filter(each -> !each.equals(loop)).toList();
            drain = leaving.remove(loop);
        }
        if (drain != null) {
            drain.done().completeExceptionally(reason);
        }
    }

    /** Under the lock: keeps the counts of retired loops after they are gone. */
    private void removeEnded() {
        for (L loop : List.copyOf(retired)) {
            if (loop.isGone()) {
                past = past.plus(loop.stats());
                retired.remove(loop);
            }
        }
    }

    /** Moves connections from loops that have more than their share to loops that have less. */
    private CompletionStage<Void> spread() {
        List<L> loops = taking;
        int total = loops.stream().mapToInt(EventLoop::connections).sum();
        int share = (total + loops.size() - 1) / loops.size();
        Deque<L> places = new ArrayDeque<>();
        for (L loop : loops) {
            for (int free = share - loop.connections(); free > 0; free--) {
                places.add(loop);
            }
        }
        List<Move<L>> moves = new ArrayList<>();
        for (L loop : loops) {
            engine.connectionsOn(loop)
                    .limit(Math.max(0, loop.connections() - share))
                    .forEach(state -> {
                        L place = places.poll();
                        if (place != null) {
                            moves.add(new Move<>(state, place));
                        }
                    });
        }
        return BoundedForEach.each(moves, move -> move(move.state(), move.to()));
    }

    /** From any thread. */
    CompletionStage<Void> move(ConnectionState state, L to) {
        return to.assign()
                ? Shift.request(state, new LoopDestination<>(engine, to))
                : CompletableFuture.failedStage(new IllegalStateException(to + " takes no connections any more"));
    }

    LoopStats stats() {
        synchronized (lock) {
            return all().map(EventLoop::stats).reduce(past, LoopStats::plus);
        }
    }

    private Stream<L> all() {
        return Stream.of(taking, leaving.keySet(), retired).flatMap(Collection::stream);
    }

    /** Ends all loops and waits for them, when no connection is left. No more loops are started. */
    void stop() {
        List<L> rest;
        List<LoopDrain> drains;
        synchronized (lock) {
            rest = all().toList();
            drains = List.copyOf(leaving.values());
        }
        rest.forEach(EventLoop::stop);
        drains.forEach(drain -> drain.done().completeExceptionally(new EngineClosedException(engine + " was closed")));
    }
}
