package dev.gearbox.engines.auto;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.engines.auto.policy.ConnectionSignals;
import dev.gearbox.engines.auto.policy.PartRole;
import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.ShiftDecision;
import dev.gearbox.engines.auto.policy.ShiftHistory;
import dev.gearbox.engines.auto.policy.ShiftRateLimiter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The engine that {@link AutoModel} describes. Its monitor thread reads the signals of the observed connections, asks the policy, and carries out its
 * decisions; everything here except the reports of loops runs on the monitor thread.
 */
final class AutoEngine extends CompositeEngine {
    /**
     * Settings.
     *
     * @param policy decides
     * @param every interval of the rounds
     * @param perSecond maximum number of shifts per second
     * @param samples whether all connections are observed, and every observation is reported
     */
    record Settings(Policy policy, Duration every, int perSecond, boolean samples) {}

    private final Settings settings;
    private final Map<PartRole, EngineBase> places;
    private final List<DecisionListener> listeners;
    private final ShiftRateLimiter budget;
    private final long began = System.nanoTime();
    /** Reports of other threads, handled in the next round. */
    private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();

    private final Map<ConnectionState, ObservedConnection> cases = new HashMap<>();
    private final Map<EngineBase, EngineStats> before = new HashMap<>();
    private long decisions;

    private final MonitorThread monitor;

    /**
     * @param parts running engines, in the order of the specs of the policy's routes
     */
    @SuppressWarnings("this-escape") // loops report to it, and its monitor thread starts, once it is fully constructed
    AutoEngine(String spec, List<Engine> parts, Settings settings, List<DecisionListener> listeners) {
        super(spec, parts);
        this.settings = settings;
        this.listeners = List.copyOf(listeners);
        budget = new ShiftRateLimiter(settings.perSecond());
        places = new EnumMap<>(PartRole.class);
        List<String> specs = settings.policy().routes().specs();
        for (PartRole place : PartRole.values()) {
            places.put(
                    place, parts().get(specs.indexOf(settings.policy().routes().spec(place))));
        }
        warmUp(settings.policy());
        listeners.forEach(listener -> listener.started(spec, settings.policy()));
        entrance().onSlowTurns((state, nanos) -> news.add(() -> suspect(state)));
        monitor = new MonitorThread("gearbox-auto", settings.every(), this::round);
    }

    /** Loads classes in advance that are needed late: when the system has no descriptor left, no class or library can be loaded any more. */
    private static void warmUp(Policy policy) {
        CallbackTimes.warmUp();
        for (PartRole place : PartRole.values()) {
            ConnectionSignals slow =
                    new ConnectionSignals(0, "", place, 1, 64, 64 << 20, 64, 1L << 40, 0, 1 << 30, 64, 1, 0, 0);
            ConnectionSignals calm = new ConnectionSignals(0, "", place, 1 << 30, 64, 0, 0, 0, 0, 1 << 30, 64, 1, 0, 0);
            List.of(slow, calm).forEach(seen -> policy.decide(seen, ShiftHistory.NEW));
        }
    }

    private long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    private void round() {
        tellNews();
        if (settings.samples() || settings.policy().routes().leadTo(PartRole.LARGE)) {
            parts().forEach(part -> part.driven().forEach(state -> open(state, now())));
        }
        if (!cases.isEmpty()) {
            long now = now();
            Map<EngineBase, ObservedConnection.Load> loads = loads();
            cases.values().removeIf(one -> !look(one, loads, now));
        }
    }

    private void tellNews() {
        for (Runnable told = news.poll(); told != null; told = news.poll()) {
            told.run();
        }
    }

    private void suspect(ConnectionState state) {
        ObservedConnection one = open(state, now());
        if (one != null) {
            one.suspect(now());
        }
    }

    /** Null if this engine does not have it any more. */
    private @Nullable ObservedConnection open(ConnectionState state, long now) {
        Optional<PartRole> place = placeOf(state);
        if (state.isOver() || place.isEmpty()) {
            return null;
        }
        ObservedConnection one = cases.computeIfAbsent(
                state,
                opened -> new ObservedConnection(
                        opened, place.get(), settings.policy().thresholds(), now));
        if (settings.samples()) {
            one.suspect(now);
        }
        return one;
    }

    private Optional<PartRole> placeOf(ConnectionState state) {
        EngineBase engine = state.engine();
        return places.entrySet().stream()
                .filter(place -> place.getValue().equals(engine))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** One engine may serve several roles: then the role that the connection was sent to counts. */
    private boolean stillAt(ObservedConnection one) {
        return one.state().engine().equals(places.get(one.place()));
    }

    /** Returns what the parts did since the last round. */
    private Map<EngineBase, ObservedConnection.Load> loads() {
        Map<EngineBase, ObservedConnection.Load> loads = new HashMap<>();
        for (EngineBase part : parts()) {
            EngineStats now = part.stats();
            loads.put(part, ObservedConnection.Load.between(before.getOrDefault(part, EngineStats.NONE), now));
            before.put(part, now);
        }
        return loads;
    }

    /** Returns whether it is to be observed further. */
    private boolean look(ObservedConnection one, Map<EngineBase, ObservedConnection.Load> loads, long now) {
        if (one.state().isOver()) {
            return false;
        }
        Optional<PartRole> place = stillAt(one) ? Optional.of(one.place()) : placeOf(one.state());
        if (place.isEmpty()) {
            one.clearSuspicion();
            return false;
        }
        if (one.isBusy(now)) {
            return true;
        }
        if (!place.get().equals(one.place())) {
            one.arrives(place.get(), now);
        }
        ConnectionSignals seen =
                one.signals(now, loads.getOrDefault(places.get(place.get()), ObservedConnection.Load.UNKNOWN));
        if (settings.samples()) {
            listeners.forEach(listener -> listener.sampled(seen, one.standing()));
        }
        Optional<ShiftDecision> decision = settings.policy().decide(seen, one.standing());
        if (decision.isPresent()) {
            if (budget.take(now)) {
                carryOut(one, decision.get());
            }
            return true;
        }
        return !settings.policy().startsOver(seen) || startOver(one, seen, now);
    }

    /** Handles a window without a decision; returns whether to observe another one. */
    private boolean startOver(ObservedConnection one, ConnectionSignals seen, long now) {
        one.startOver(now);
        boolean innocent = seen.place() == PartRole.START
                && seen.slow() == 0
                && one.standing().isOld(now, settings.policy().thresholds());
        if (innocent && !settings.samples()) {
            one.clearSuspicion();
            return settings.policy().routes().leadTo(PartRole.LARGE);
        }
        return true;
    }

    private void carryOut(ObservedConnection one, ShiftDecision decision) {
        long number = ++decisions;
        listeners.forEach(listener -> listener.decided(number, decision));
        // Whichever engine it goes to, when it returns depends on its behaviour there.
        one.suspect(decision.signals().atMillis());
        one.departs();
        long asked = System.nanoTime();
        one.state().arrange(requireNonNull(places.get(decision.to()))).whenComplete((done, failure) -> {
            long nanos = System.nanoTime() - asked;
            Optional<String> refusal = Optional.ofNullable(failure).map(Throwable::toString);
            news.add(() -> answered(one, number, decision, nanos, refusal));
        });
    }

    private void answered(
            ObservedConnection one, long number, ShiftDecision decision, long nanos, Optional<String> refusal) {
        listeners.forEach(listener -> listener.answered(number, decision, nanos, refusal));
        if (refusal.isEmpty()) {
            one.arrives(decision.to(), now());
        } else {
            one.stays(now());
        }
    }

    @Override
    protected void stopMoving() {
        monitor.stop();
        tellNews();
        listeners.forEach(DecisionListener::ended);
    }
}
