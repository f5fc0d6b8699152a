package dev.gearbox.testkit.stage;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.spi.EngineSide;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.Wiring;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a behaviour is played: an engine of the spec under test, peers, watched sessions. Closing it closes them all and tells what was wrong. */
public final class Stage implements AutoCloseable {
    /** What holds unless a behaviour says otherwise: whatever was written before close() gets through, however busy the machine. */
    public static final Options OPTIONS = Options.DEFAULT.withLinger(Patience.LIMIT);

    private final String spec;
    private final ModelCard card;
    private final Engine engine;
    private final SplittableRandom random;
    private final Queue<Closeable> open = new ConcurrentLinkedQueue<>();
    private final Queue<Watched> sessions = new ConcurrentLinkedQueue<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Watch watch;
    private final Wiring wiring;
    private final String targetSpec;
    private @Nullable Engine target;

    /**
     * @param targetSpec of the engine to which connections are shifted, which is started if it is asked for
     */
    Stage(String spec, String targetSpec, ModelCard card, long seed, Watch watch, Wiring wiring) {
        this.spec = spec;
        this.targetSpec = targetSpec;
        this.card = card;
        this.watch = watch;
        this.wiring = wiring;
        random = new SplittableRandom(seed);
        engine = Engines.start(spec);
    }

    public String spec() {
        return spec;
    }

    public ModelCard card() {
        return card;
    }

    /** The engine under test, for server and client. */
    public Engine engine() {
        return engine;
    }

    /** Another engine, for shifts there and back. For the behaviour's own thread. */
    public Engine target() {
        Engine running = target;
        if (running == null) {
            running = Engines.start(targetSpec);
            target = running;
        }
        return running;
    }

    /** Seeded; for the behaviour's own thread. */
    public SplittableRandom random() {
        return random;
    }

    public byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** This behaviour makes the engine warn. */
    public void expectWarnings() {
        watch.expectWarnings();
    }

    /** What the engine has said of callbacks that keep others waiting. */
    public List<String> stalls() {
        return watch.stalls();
    }

    public InetSocketAddress listen(Protocol protocol) throws IOException {
        return listen(protocol, OPTIONS);
    }

    public InetSocketAddress listen(Protocol protocol, Options options) throws IOException {
        return (InetSocketAddress) listener(protocol, options).address();
    }

    public Listener listener(Protocol protocol, Options options) throws IOException {
        return engine.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), wiring.server(watched(protocol)), options);
    }

    public Peer peer(InetSocketAddress address) throws IOException {
        return peer(address, 0);
    }

    public Peer peer(InetSocketAddress address, int receiveBuffer) throws IOException {
        Peer peer = Peer.connect(address, receiveBuffer, wiring);
        closing(peer::drop);
        return peer;
    }

    /** The caller's to close. */
    public Peer ownPeer(InetSocketAddress address) throws IOException {
        return Peer.connect(address, 0, wiring);
    }

    /** The caller's to close; its window is small. */
    public Peer ownSlowPeer(InetSocketAddress address) throws IOException {
        return Peer.connect(address, 8 << 10, wiring);
    }

    /** Closed with the stage, at the latest. */
    public <T extends Closeable> T closing(T resource) {
        open.add(resource);
        return resource;
    }

    public Connection connect(InetSocketAddress address, Protocol protocol, Options options)
            throws InterruptedException, ExecutionException {
        return Patience.await("connect to " + address, wiring.connect(engine, address, watched(protocol), options));
    }

    /** {@code protocol}, its sessions under watch. */
    public Protocol watched(Protocol protocol) {
        return connection -> {
            Watched watched = new Watched(this);
            Session[] opened = new Session[1];
            watched.enter("open()", () -> opened[0] = protocol.open(connection));
            watched.session(opened[0]);
            sessions.add(watched);
            return watched;
        };
    }

    /** Notes what must never happen, from any thread. */
    public void violation(String what) {
        violations.add(what);
    }

    public int sessions() {
        return sessions.size();
    }

    public void awaitAllClosed() {
        Patience.await("every session is closed", () -> sessions.stream().allMatch(Watched::isClosed));
    }

    /** Runs what peers do at the same time, each on a thread, and waits for all; the first failure is thrown. */
    public void together(List<Callable<?>> tasks) throws Exception {
        List<FutureTask<?>> running = new ArrayList<>();
        for (Callable<?> task : tasks) {
            running.add(start(task));
        }
        for (FutureTask<?> each : running) {
            finish(each);
        }
    }

    public void together(Callable<?>... tasks) throws Exception {
        together(List.of(tasks));
    }

    /** Begins what a peer does, on a thread; to be {@link #finish}ed. */
    public <T> FutureTask<T> start(Callable<T> task) {
        FutureTask<T> running = new FutureTask<>(task);
        Thread.ofPlatform().daemon().name("peer-", 0).start(running);
        return running;
    }

    public <T> T finish(FutureTask<T> task) throws Exception {
        try {
            return task.get(2 * Patience.LIMIT.toSeconds(), java.util.concurrent.TimeUnit.SECONDS);
        } catch (ExecutionException wrapped) {
            switch (wrapped.getCause()) {
                case Exception exception -> throw exception;
                case Error error -> throw error;
                case null, default -> throw wrapped;
            }
        }
    }

    /** The engines' figures, and of their connections the first thirty, with their states. From any thread. */
    String state() {
        return Stream.of(engine, target)
                .filter(Objects::nonNull)
                .map(each -> each + ": " + each.stats()
                        + each.connections()
                                .limit(30)
                                .map(connection -> "\n  " + EngineSide.describe(connection))
                                .collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() throws IOException {
        engine.close(Duration.ZERO);
        if (target != null) {
            target.close(Duration.ZERO);
        }
        for (Closeable each; (each = open.poll()) != null; ) {
            each.close();
        }
        Check.that(violations.isEmpty(), "broken rules: " + violations);
        long left = sessions.stream().filter(session -> !session.isClosed()).count();
        Check.equal(0L, left, "sessions that were never told that they are closed, after the engine was");
        Check.equal(0L, engine.stats().connections(), "connections of the closed engine");
        if (target != null) {
            Check.equal(0L, target.stats().connections(), "connections of the other closed engine");
        }
    }
}
