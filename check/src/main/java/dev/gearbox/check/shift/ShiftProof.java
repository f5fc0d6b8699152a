package dev.gearbox.check.shift;

import dev.gearbox.check.watched.KnownBytes;
import dev.gearbox.check.watched.Violations;
import dev.gearbox.check.watched.WatchedEcho;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.blocking.BlockingEngine;
import dev.gearbox.core.observe.ShiftObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Two engines of each kind listen; {@link ShiftClients} connect and send; {@link ShiftWorker}s shift the connections from engine to engine, over all
 * ordered pairs: one at a time under light traffic, then many at once under saturation, then half-closed. At the end all bytes have come back, all
 * timers have fired, and each connection has ended as both sides intended.
 */
public final class ShiftProof implements AutoCloseable {
    private static final int AT_ONCE = 8;
    /** Small, so that unsent bytes move with a connection whose client does not read. */
    private static final int SEND_BUFFER = 16 << 10;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TICK_MILLIS = 200;
    private static final int HURRY_MILLIS = 20;

    /** Reports progress, on the thread that runs the proof. */
    @FunctionalInterface
    public interface Progress {
        /** The share that is done, 0 to 1, and the current step. */
        void at(double done, String what);
    }

    private final ShiftPlan plan;
    private final Progress progress;
    private final UnaryOperator<Session> fault;
    private final Violations violations = new Violations();
    private final List<List<Engine>> kinds = new ArrayList<>();
    private final Queue<WatchedEcho> guests = new ConcurrentLinkedQueue<>();
    private final Map<WatchedEcho, Long> posted = new ConcurrentHashMap<>();
    private final SplittableRandom random;

    private ShiftProof(ShiftPlan plan, Progress progress, UnaryOperator<Session> fault) {
        this.plan = plan;
        this.progress = progress;
        this.fault = fault;
        random = new SplittableRandom(plan.seed());
    }

    /**
     * Runs the proof on the calling thread.
     *
     * @throws IOException if a socket could not be opened, or an engine could not listen
     * @throws InterruptedException if the thread is interrupted; everything is closed then, too
     * @throws dev.gearbox.core.BadSpecException if an engine cannot be started
     */
    public static ShiftReport run(ShiftPlan plan, Progress progress) throws IOException, InterruptedException {
        return run(plan, progress, UnaryOperator.identity());
    }

    /** Creates a proof with a planted defect between engine and session, for tests. */
    static ShiftReport run(ShiftPlan plan, Progress progress, UnaryOperator<Session> fault)
            throws IOException, InterruptedException {
        try (ShiftProof proof = new ShiftProof(plan, progress, fault)) {
            return proof.run();
        }
    }

    private ShiftReport run() throws IOException, InterruptedException {
        for (String spec : plan.specs()) {
            List<Engine> two = new ArrayList<>();
            kinds.add(two);
            two.add(Engines.start(spec));
            two.add(Engines.start(spec));
        }
        ShiftMatrix pairs = new ShiftMatrix(kinds);
        Pauses pauses = new Pauses(pairs, kinds.size());
        var observing = ShiftObserver.add(pauses);
        CountDownLatch opened = new CountDownLatch(plan.connections());
        try (ShiftClients clients = new ShiftClients(plan.connections(), listen(opened), this::bytesOf, violations)) {
            if (!opened.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                violations.add(opened.getCount() + " connections were not opened");
            }
            List<ShiftReport.Phase> phases = new ArrayList<>();
            phases.add(phase("light", TrafficLevel.LIGHT, 1, plan.shifts() / 2, clients, pairs, pauses));
            phases.add(phase(
                    "saturated",
                    TrafficLevel.SATURATED,
                    Math.min(AT_ONCE, plan.connections()),
                    plan.shifts(),
                    clients,
                    pairs,
                    pauses));
            clients.finish();
            for (WatchedEcho guest : guests) {
                await(guest + ": its session was not notified of the client's end", guest.clientEnded());
            }
            long rest = Math.max((long) kinds.size() * kinds.size(), plan.shifts() / 20);
            phases.add(phase("half-closed", TrafficLevel.NONE, 1, plan.shifts() + rest, clients, pairs, pauses));
            WatchedEcho.Counts counts = end(clients);
            return new ShiftReport(
                    plan,
                    pairs.table(),
                    pairs.refused(),
                    clients.verified(),
                    counts.tasks(),
                    counts.timers(),
                    phases,
                    violations.count(),
                    violations.first());
        } finally {
            observing.cancel();
        }
    }

    private List<SocketAddress> listen(CountDownLatch opened) throws IOException {
        Protocol protocol = connection -> {
            int port = ((InetSocketAddress) connection.remoteAddress()).getPort();
            WatchedEcho guest = new WatchedEcho(connection, bytesOf(port), violations);
            guests.add(guest);
            opened.countDown();
            return fault.apply(guest);
        };
        List<SocketAddress> addresses = new ArrayList<>();
        for (List<Engine> kind : kinds) {
            addresses.add(kind.getFirst()
                    .listen(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            protocol,
                            Options.DEFAULT.withSocketBuffers(SEND_BUFFER, 0))
                    .address());
        }
        return addresses;
    }

    private KnownBytes bytesOf(int port) {
        return new KnownBytes(new SplittableRandom(plan.seed() + port).nextLong());
    }

    private ShiftReport.Phase phase(
            String name,
            TrafficLevel traffic,
            int atOnce,
            long goal,
            ShiftClients clients,
            ShiftMatrix pairs,
            Pauses pauses)
            throws InterruptedException {
        long begin = System.nanoTime();
        clients.talk(traffic);
        List<WatchedEcho> all = List.copyOf(guests);
        try (ExecutorService threads = Executors.newFixedThreadPool(
                atOnce, Thread.ofPlatform().daemon().name("gearbox-walk-", 0).factory())) {
            ExecutorCompletionService<Void> walks = new ExecutorCompletionService<>(threads);
            for (int number = 0; number < atOnce; number++) {
                int first = number;
                List<WatchedEcho> own = IntStream.range(0, all.size())
                        .filter(index -> index % atOnce == first)
                        .mapToObj(all::get)
                        .toList();
                walks.submit(new ShiftWorker(own, pairs, goal, violations, random.split(), posted));
            }
            for (int left = atOnce; left > 0; ) {
                Future<Void> walked = walks.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
                if (walked != null) {
                    left--;
                    join(walked);
                }
                progress.at(Math.min(1, (double) pairs.all() / plan.shifts()), name + ": " + pairs.all() + " shifts");
            }
        }
        if (traffic != TrafficLevel.NONE) {
            await("what was sent has not come back", clients.quiet());
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        List<Histogram> times = pauses.take();
        return new ShiftReport.Phase(
                name,
                atOnce,
                took,
                IntStream.range(0, kinds.size())
                        .mapToObj(kind -> new ShiftReport.Source(
                                plan.specs().get(kind),
                                kinds.get(kind).getFirst() instanceof BlockingEngine,
                                times.get(kind)))
                        .toList());
    }

    private static void join(Future<Void> walk) throws InterruptedException {
        try {
            walk.get();
        } catch (ExecutionException defect) {
            throw new IllegalStateException("a shifting thread failed", defect.getCause());
        }
    }

    /** Waits for the timers, verifies the tasks of all sessions, and ends all connections. */
    private WatchedEcho.Counts end(ShiftClients clients) throws InterruptedException {
        long tasks = 0;
        long timers = 0;
        record Asked(WatchedEcho guest, CompletableFuture<WatchedEcho.Counts> settled) {}
        List<Asked> all =
                guests.stream().map(guest -> new Asked(guest, guest.settled())).toList();
        for (Asked asked : all) {
            WatchedEcho guest = asked.guest();
            await(guest + ": a timer has not fired", asked.settled());
            WatchedEcho.Counts counts = asked.settled().getNow(new WatchedEcho.Counts(0, 0));
            long given = posted.getOrDefault(guest, 0L);
            if (counts.tasks() != given) {
                violations.add(guest + ": ran " + counts.tasks() + " of " + given + " tasks");
            }
            tasks += counts.tasks();
            timers += counts.timers();
        }
        guests.forEach(WatchedEcho::leave);
        await("a connection does not end", clients.finished());
        for (WatchedEcho guest : guests) {
            await(guest + ": its session was not notified of the end", guest.closed());
        }
        return new WatchedEcho.Counts(tasks, timers);
    }

    private void await(String orElse, CompletableFuture<?> what) throws InterruptedException {
        // After a failure, do not wait a minute for each of the others.
        long millis = violations.isEmpty() ? PATIENCE.toMillis() : HURRY_MILLIS;
        try {
            what.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            violations.add(orElse + " (" + late + " after " + millis + " ms)");
        } catch (ExecutionException defect) {
            throw new IllegalStateException(orElse, defect.getCause());
        }
    }

    /** Closes all engines, whatever else failed. */
    @Override
    public void close() {
        kinds.forEach(kind -> kind.forEach(Engine::close));
    }
}
