package dev.gearbox.check.soak;

import dev.gearbox.check.watched.Violations;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.buffers.BufferPool;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.tls.TlsOptions;
import dev.gearbox.tls.TlsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjDoubleConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * All engines serve; {@link SoakClient}s come and go, plain and under TLS, and {@link ConnectionShifter}s shift their connections. This runs in
 * rounds: at the end of each, all conversations have ended except those of the clients that stay, no engine may have any other connection, and the
 * process's resources are read. So all readings are of the same state, and a leaked descriptor shows as one.
 */
public final class Soak implements AutoCloseable {
    private static final int MOVERS = 2;
    /** One client in so many stays. */
    private static final int STAYING = 4;
    /** Small, so that unsent bytes wait in the engine, and move, when a client does not read. */
    private static final int SEND_BUFFER = 16 << 10;
    /** After this many violations the soak ends: more would add nothing. */
    private static final int ENOUGH = 50;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TICK_MILLIS = 200;
    private static final int LOOK_MILLIS = 2;

    private final SoakPlan plan;
    private final ObjDoubleConsumer<String> progress;
    private final UnaryOperator<Protocol> fault;
    private final Violations violations = new Violations();
    private final Totals totals = new Totals();
    private final List<Engine> engines = new ArrayList<>();
    private final List<SoakClient> visitors = new ArrayList<>();
    private final List<ConnectionShifter> movers = new ArrayList<>();
    private final List<Growth.Reading> readings = new ArrayList<>();
    private final SplittableRandom random;
    /** When the set-up was complete and the soak began. */
    private long begin = System.nanoTime();

    private Soak(SoakPlan plan, ObjDoubleConsumer<String> progress, UnaryOperator<Protocol> fault) {
        this.plan = plan;
        this.progress = progress;
        this.fault = fault;
        random = new SplittableRandom(plan.seed());
    }

    /**
     * Runs the soak on the calling thread. If that is interrupted, the report covers what was seen so far.
     *
     * @param progress is called on the calling thread with what was done, and the share of the whole, 0 to 1
     * @throws IOException if an engine cannot listen, or the process cannot be inspected
     * @throws dev.gearbox.core.BadSpecException if an engine cannot be started
     */
    public static SoakReport run(SoakPlan plan, ObjDoubleConsumer<String> progress) throws IOException {
        return run(plan, progress, UnaryOperator.identity());
    }

    /** Creates a soak with a planted defect between engines and sessions, for tests. */
    static SoakReport run(SoakPlan plan, ObjDoubleConsumer<String> progress, UnaryOperator<Protocol> fault)
            throws IOException {
        try (Soak soak = new Soak(plan, progress, fault)) {
            boolean stopped = false;
            try {
                soak.prepare();
                soak.endure();
            } catch (InterruptedException asked) {
                stopped = true;
            }
            return soak.report(stopped);
        }
    }

    private void prepare() throws IOException, InterruptedException {
        SSLContext context = SelfSigned.context();
        List<SocketAddress> plain = new ArrayList<>();
        List<SocketAddress> encrypted = new ArrayList<>();
        Set<Engine> sources = new LinkedHashSet<>();
        List<Engine> targets = new ArrayList<>();
        Protocol protocol = fault.apply(this::open);
        Protocol covered = TlsServer.of(context, TlsOptions.DEFAULT, protocol);
        for (String spec : plan.specs()) {
            Engine engine = Engines.start(spec);
            engines.add(engine);
            plain.add(listen(engine, protocol));
            encrypted.add(listen(engine, covered));
            if (!isComposite(spec)) {
                Set<Capability> can = Engines.capabilities(spec);
                if (can.contains(Capability.SHIFT_OUT)) {
                    sources.add(engine);
                }
                if (can.contains(Capability.SHIFT_IN)) {
                    targets.add(engine);
                }
            }
        }
        Servers servers = new Servers(plain, encrypted, context);
        for (int number = 0; number < plan.connections(); number++) {
            visitors.add(new SoakClient(number, number % STAYING == 0, servers, totals, violations, random.split()));
        }
        for (int mover = 0; mover < MOVERS && !targets.isEmpty(); mover++) {
            int first = mover;
            List<SoakClient> own = IntStream.range(0, visitors.size())
                    .filter(number -> number % MOVERS == first)
                    .mapToObj(visitors::get)
                    .toList();
            if (!own.isEmpty()) {
                movers.add(new ConnectionShifter(own, sources, targets, totals, violations, random.split()));
            }
        }
    }

    /** A composite engine shifts connections among its parts by itself. */
    private static boolean isComposite(String spec) {
        String canonical = Engines.check(spec);
        return Engines.models().stream()
                .anyMatch(model -> model.card().isComposite()
                        && canonical.split("\\?", 2)[0].equals(model.card().name()));
    }

    private static SocketAddress listen(Engine engine, Protocol protocol) throws IOException {
        return engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        protocol,
                        Options.DEFAULT.withSocketBuffers(SEND_BUFFER, 0))
                .address();
    }

    private Session open(Connection connection) {
        InetSocketAddress client = (InetSocketAddress) connection.remoteAddress();
        Conversation conversation =
                visitors.get(SoakClient.number(client.getAddress())).current();
        if (conversation == null) {
            // The client closed the connection before it was accepted; the reason is reported.
            connection.close();
            return in -> in.position(in.limit());
        }
        return conversation.open(connection, violations);
    }

    private void endure() throws IOException, InterruptedException {
        begin = System.nanoTime();
        long end = begin + plan.length().toNanos();
        boolean quiet = true;
        while (quiet
                && violations.count() < ENOUGH
                && (System.nanoTime() - end < 0 || readings.size() < SoakPlan.FEWEST_ROUNDS)) {
            long deadline = System.nanoTime() + plan.round().toNanos();
            together(visitor -> visitor.round(deadline));
            quiet = rest();
            readings.add(read());
        }
        if (quiet) {
            together(SoakClient::leave);
        }
    }

    private interface Part {
        void play(SoakClient visitor) throws InterruptedException;
    }

    /** All clients run at the same time, while their connections are shifted. */
    private void together(Part part) throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ExecutorCompletionService<Void> playing = new ExecutorCompletionService<>(threads);
            visitors.forEach(visitor -> playing.submit((Callable<Void>) () -> {
                part.play(visitor);
                return null;
            }));
            List<Future<?>> moving = new ArrayList<>();
            movers.forEach(mover -> moving.add(threads.submit((Callable<Void>) () -> {
                mover.run(over::get);
                return null;
            })));
            try {
                for (int left = visitors.size(); left > 0; ) {
                    Future<Void> played = playing.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
                    if (played != null) {
                        left--;
                        join(played);
                    }
                    tell();
                }
                over.set(true);
                for (Future<?> moved : moving) {
                    join(moved);
                }
            } catch (InterruptedException asked) {
                over.set(true);
                hangUp();
                throw asked;
            }
        }
    }

    private static void join(Future<?> task) throws InterruptedException {
        try {
            task.get();
        } catch (ExecutionException defect) {
            throw new IllegalStateException("a client failed", defect.getCause());
        }
    }

    private void tell() {
        double done = (double) (System.nanoTime() - begin) / plan.length().toNanos();
        progress.accept(
                "%,d connections, %,d shifts, %,d failures"
                        .formatted(totals.connections(), totals.shifts.sum(), violations.count()),
                Math.clamp(done, 0, 1));
    }

    /** Waits until the engines have only the connections that stay; returns false if one keeps another, or lost one of these. */
    private boolean rest() throws InterruptedException {
        List<Conversation> staying = visitors.stream()
                .map(SoakClient::current)
                .filter(Objects::nonNull)
                .toList();
        long patience = System.nanoTime() + PATIENCE.toNanos();
        while (connections() != staying.size()) {
            boolean lost = staying.stream().anyMatch(each -> each.closed().isDone());
            if (lost || System.nanoTime() - patience > 0) {
                violations.add(
                        lost ? Violations.Kind.CLOSED : Violations.Kind.LEFT_OVER,
                        "engines have " + connections() + " connections where clients have " + staying.size() + ": "
                                + engines.stream()
                                        .filter(engine ->
                                                engine.connections().findAny().isPresent())
                                        .map(engine -> engine + " "
                                                + engine.connections().count())
                                        .toList());
                return false;
            }
            tell();
            Thread.sleep(LOOK_MILLIS);
        }
        return true;
    }

    private long connections() {
        return engines.stream()
                .mapToLong(engine -> engine.connections().count())
                .sum();
    }

    /**
     * Reads the process's resources after the threads of closed connections have ended, the engines' pools have released their free buffers, and a
     * garbage collection has run. How many free buffers a pool keeps is bounded by the largest burst so far, which grows ever more slowly and would
     * hide a leak.
     */
    private Growth.Reading read() throws IOException, InterruptedException {
        // Twice: the first call notes the free buffers, the second releases them.
        pools().forEach(BufferPool::trim);
        pools().forEach(BufferPool::trim);
        System.gc();
        double before;
        double threads = Resource.THREADS.read();
        do {
            before = threads;
            Thread.sleep(LOOK_MILLIS);
            threads = Resource.THREADS.read();
        } while (threads < before);
        Map<Resource, Double> values = new EnumMap<>(Resource.class);
        for (Resource resource : Resource.values()) {
            values.put(resource, resource.read());
        }
        double hours =
                (System.nanoTime() - begin) / (double) Duration.ofHours(1).toNanos();
        return new Growth.Reading(hours, values);
    }

    private Stream<BufferPool> pools() {
        return engines.stream()
                .flatMap(engine -> engine instanceof CompositeEngine whole ? whole.parts().stream() : Stream.of(engine))
                .map(engine -> ((EngineBase) engine).pool());
    }

    private SoakReport report(boolean stopped) {
        double warm = (double) plan.warmUp().toNanos() / Duration.ofHours(1).toNanos();
        List<Growth.Reading> counted = readings.stream()
                .skip(plan.warmUp(readings.size()))
                .filter(reading -> reading.hours() > warm)
                .toList();
        SortedMap<String, Long> failures = new TreeMap<>();
        violations.byKind().forEach((kind, count) -> failures.put(kind.words(), count));
        return new SoakReport(
                plan,
                Duration.ofNanos(System.nanoTime() - begin),
                stopped,
                totals.ended(Conversation.ConversationEnd.HALF_CLOSE),
                totals.ended(Conversation.ConversationEnd.SERVER_FIRST),
                totals.ended(Conversation.ConversationEnd.CLOSE),
                totals.ended(Conversation.ConversationEnd.RESET),
                totals.encrypted.sum(),
                totals.bytes.sum(),
                totals.shifts.sum(),
                totals.refusedShifts.sum(),
                failures,
                violations.first(),
                Stream.of(Resource.values())
                        .map(resource ->
                                Growth.of(resource, counted, plan.warmUp().compareTo(resource.settles()) >= 0))
                        .flatMap(Optional::stream)
                        .toList());
    }

    private void hangUp() {
        for (SoakClient visitor : visitors) {
            try {
                visitor.hangUp();
            } catch (IOException failure) {
                violations.add("a client cannot disconnect: " + failure);
            }
        }
    }

    /** Disconnects the clients and closes all engines, whatever else failed. */
    @Override
    public void close() {
        hangUp();
        engines.forEach(Engine::close);
    }
}
