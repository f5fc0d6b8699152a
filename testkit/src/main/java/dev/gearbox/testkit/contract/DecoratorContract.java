package dev.gearbox.testkit.contract;

import dev.gearbox.testkit.Wiring;
import dev.gearbox.testkit.behaviours.Behaviours;
import dev.gearbox.testkit.behaviours.ShutdownBehaviours;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.EveryEngineArguments;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.fixture.FailureCollector;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The contract through a decorator, as a test class: the guarantees of a session also hold for a decorated one, on each engine that {@link
 * EveryEngine.Engines} names on its class; each runs a part of the behaviours ({@link SeededSample}). Behaviours that look below the decorator (at the
 * engine's counters, at the raw bytes) are left out.
 */
@Tag("deep")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DecoratorContract {
    private static final Set<String> BELOW = Set.of(
            "1,000 connections at once",
            "a client talks to a plain server",
            "a closed listener frees its port and keeps its connections",
            "a port in use",
            "a reader that never reads stops the server reading",
            "connect refused",
            "connect to a host that does not answer",
            "an address that cannot be listened on",
            "an address that cannot be connected to",
            "a connect that is cancelled opens no session",
            "a port that listeners share",
            "keep-alive probes have the times of the options",
            "a user time-out is set or refused",
            "a continuation of connect is not a callback",
            "waiting for a connect on the thread that performs it",
            "a callback that does not return is reported",
            "an engine is not closed in a continuation of its own connect",
            "shutdown interrupts a callback that does not return",
            "shutdown abandons a callback that cannot be interrupted",
            "connections wait for a thread, are counted, and served in turn",
            "a client protocol that throws in open",
            "a drain waits for connections that are not open yet",
            "no descriptors left",
            "no descriptors left for a shift",
            "a shift that is declined when no descriptor is left",
            "pause after a quiet beginning, while the next read is under way",
            "pause stops reading, resume goes on where it was",
            "a closed connection is forgotten, and its timers too",
            "output queued for a late reader is not overwritten",
            "a session sees how many bytes came and went",
            "a shift moves a quiet connection",
            "a shift with unread bytes",
            "very many shifts of one connection");

    /** In the build each engine has one part of the behaviours, and so many engines have all; there are more engines than that. */
    private static final int PARTS = 8;

    private final long seed = Contract.seed();
    private final Wiring wiring;

    /** Prints the seed, for the log. */
    protected DecoratorContract(Wiring wiring) {
        this.wiring = wiring;
        BELOW.forEach(Behaviours::named);
        System.out.println("contract of a decorator: -Dgearbox.seed=" + seed);
    }

    /** Returns the behaviours that such an engine does not support under a decorator; the reasons are in the known limits. */
    protected Set<String> exceptions(String spec) {
        return Set.of();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void keepsTheContract(String spec) {
        exceptions(spec).forEach(Behaviours::named);
        List<Behaviour> all = Behaviours.all().stream()
                .filter(behaviour -> !BELOW.contains(behaviour.name()))
                .filter(behaviour -> !ShutdownBehaviours.all().contains(behaviour))
                .toList();
        int number = EveryEngineArguments.specs(getClass()).indexOf(spec);
        List<Behaviour> behaviours = SeededSample.part(all, number, PARTS, seed).stream()
                .filter(behaviour -> !exceptions(spec).contains(behaviour.name()))
                .toList();
        FailureCollector failures = new FailureCollector();
        behaviours.forEach(behaviour -> failures.add(behaviour.name(), Contract.play(spec, behaviour, seed, wiring)));
        failures.check(spec + ", " + behaviours.size() + " behaviours");
    }

    /** Decorates both ends: this engine is server and client. */
    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void servesItsOwnClients(String spec) {
        FailureCollector failures = new FailureCollector();
        EnginePair.play(spec, spec, seed, wiring).forEach(failures::add);
        failures.check(spec + " (-Dgearbox.seed=" + seed + ")");
    }
}
