package dev.gearbox.testkit.stage;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.Wiring;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Plays a behaviour on an engine and says what became of it. One at a time: the leak checks look at the whole process. */
public final class Contract {
    /** Twice what a single wait may take, and some. */
    private static final Duration LIMIT = Patience.LIMIT.multipliedBy(3);

    private static final Set<String> WARM = ConcurrentHashMap.newKeySet();

    private Contract() {}

    /** The seed of this run: {@code -Dgearbox.seed}, or another one each time. */
    public static long seed() {
        String given = System.getProperty("gearbox.seed", "");
        return given.isBlank() ? System.nanoTime() & 0xffff_ffffL : Long.parseLong(given);
    }

    /** Plays {@code behaviour} on an engine of {@code spec}. */
    public static Outcome play(String spec, Behaviour behaviour, long seed) {
        return play(spec, behaviour, seed, Wiring.PLAIN);
    }

    /** Plays it with {@code wiring} between the sessions and the wire. */
    public static Outcome play(String spec, Behaviour behaviour, long seed, Wiring wiring) {
        return play(spec, spec, behaviour, seed, wiring);
    }

    /** Plays it on an engine of {@code spec}, from which connections are shifted to one of {@code target} if it is about that. */
    public static Outcome play(String spec, String target, Behaviour behaviour, long seed, Wiring wiring) {
        ModelCard card = card(spec);
        Optional<String> reason = behaviour.inapplicable(card);
        if (reason.isPresent()) {
            return new Outcome.NotApplicable(reason.get());
        }
        warm(spec, card);
        warm(target, card(target));
        long began = System.nanoTime();
        try {
            guarded(spec, target, card, behaviour, seed, wiring);
            return new Outcome.Passed(Duration.ofNanos(System.nanoTime() - began));
        } catch (Inapplicable inapplicable) {
            return new Outcome.NotApplicable(inapplicable.reason());
        } catch (Throwable failure) {
            return new Outcome.Failed(new AssertionError(
                    (spec.equals(target) ? spec : spec + " > " + target) + ": " + behaviour.name() + " (-Dgearbox.seed="
                            + seed + "): " + failure.getMessage(),
                    failure));
        }
    }

    /** The card of the engine's model, with what the engine of this spec can do. */
    public static ModelCard card(String spec) {
        String canonical = Engines.check(spec);
        int mark = canonical.indexOf('?');
        String name = mark < 0 ? canonical : canonical.substring(0, mark);
        return Engines.models().stream()
                .map(IoModel::card)
                .filter(card -> card.name().equals(name))
                .map(card -> new ModelCard(
                        name, card.summary(), card.source(), Engines.capabilities(canonical), card.parameters()))
                .findFirst()
                .orElseThrow();
    }

    /** Lets the virtual machine open, once, what it keeps open: pollers, providers. */
    public static void warm(String spec, ModelCard card) {
        if (WARM.add(card.name())) {
            try {
                friendlyEcho(spec);
                // A part that takes over later on has been seen to by nobody yet.
                for (Parameter parameter : card.parameters()) {
                    if (parameter instanceof Parameter.Part part
                            && !part.fallback().isEmpty()) {
                        friendlyEcho(part.fallback());
                    }
                }
            } catch (IOException failure) {
                throw new AssertionError(spec + " cannot even echo among friends", failure);
            }
        }
    }

    /** An echo after which nobody looks whether something was left behind: what even a broken engine gets right. */
    public static void friendlyEcho(String spec) throws IOException {
        try (Engine engine = Engines.start(spec);
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> connection::write,
                        Options.DEFAULT);
                Peer peer = Peer.connect((InetSocketAddress) listener.address(), 0)) {
            for (int size : new int[] {5, 1_000, 3}) {
                peer.echo(new byte[size]);
            }
        }
    }

    /** What fails says in which state it found the connections: what is seen once in a thousand runs is not seen again. */
    private static void told(Stage stage, Behaviour behaviour) throws Exception {
        try {
            behaviour.body().run(stage);
        } catch (Exception | AssertionError failure) {
            failure.addSuppressed(new AssertionError(stage.state()));
            throw failure;
        }
    }

    private static void guarded(
            String spec, String target, ModelCard card, Behaviour behaviour, long seed, Wiring wiring)
            throws Throwable {
        try (Watch watch = new Watch()) {
            FutureTask<Void> play = new FutureTask<>(() -> {
                try (Stage stage = new Stage(spec, target, card, seed, watch, wiring)) {
                    told(stage, behaviour);
                }
                return null;
            });
            Thread player = Thread.ofPlatform()
                    .daemon()
                    .name("contract " + behaviour.name())
                    .start(play);
            try {
                play.get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
            } catch (ExecutionException wrapped) {
                throw wrapped.getCause() == null ? wrapped : wrapped.getCause();
            } catch (TimeoutException hangs) {
                String threads = watch.dump();
                player.interrupt();
                throw new AssertionError("hangs for " + LIMIT.toSeconds() + " s. Threads: " + threads, hangs);
            }
            player.join();
            watch.check();
        }
    }
}
