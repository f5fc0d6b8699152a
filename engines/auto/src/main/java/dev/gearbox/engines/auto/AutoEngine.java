package dev.gearbox.engines.auto;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.EngineSide;
import dev.gearbox.engines.auto.policy.Budget;
import dev.gearbox.engines.auto.policy.Decision;
import dev.gearbox.engines.auto.policy.Place;
import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.Signals;
import dev.gearbox.engines.auto.policy.Standing;
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
 * The engine that {@link AutoModel} describes. Its patrol reads the signals of those who are looked at, asks the policy, and carries out what it says;
 * everything here but what loops report is on the patrol's thread.
 */
final class AutoEngine extends CompositeEngine {
    /**
     * How it works.
     *
     * @param policy what is decided
     * @param every how often it looks
     * @param perSecond how many shifts there may be
     * @param samples whether all connections are looked at, and every look is told
     */
    record Terms(Policy policy, Duration every, int perSecond, boolean samples) {}

    private final Terms terms;
    private final Map<Place, EngineBase> places;
    private final List<DecisionListener> listeners;
    private final Budget budget;
    private final long began = System.nanoTime();
    /** What other threads have to say, in the next round. */
    private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();

    private final Map<EngineSide, Case> cases = new HashMap<>();
    private final Map<EngineBase, EngineStats> before = new HashMap<>();
    private long decisions;

    private final Patrol patrol;

    /**
     * @param parts running engines, in the order of the specs of the policy's routes
     */
    @SuppressWarnings("this-escape") // loops report to it, and its patrol begins, when it is whole
    AutoEngine(String spec, List<Engine> parts, Terms terms, List<DecisionListener> listeners) {
        super(spec, parts);
        this.terms = terms;
        this.listeners = List.copyOf(listeners);
        budget = new Budget(terms.perSecond());
        places = new EnumMap<>(Place.class);
        List<String> specs = terms.policy().routes().specs();
        for (Place place : Place.values()) {
            places.put(place, parts().get(specs.indexOf(terms.policy().routes().spec(place))));
        }
        rehearse(terms.policy());
        listeners.forEach(listener -> listener.started(spec, terms.policy()));
        entrance().onSlowTurns((side, nanos) -> news.add(() -> suspect(side)));
        patrol = new Patrol("gearbox-auto", terms.every(), this::round);
    }

    /** Loads what is needed late: when the system has no descriptor left, no class and no library can be loaded any more. */
    private static void rehearse(Policy policy) {
        CallbackTimes.rehearse();
        for (Place place : Place.values()) {
            Signals slow = new Signals(0, "", place, 1, 64, 64 << 20, 64, 1L << 40, 0, 1 << 30, 64, 1, 0, 0);
            Signals calm = new Signals(0, "", place, 1 << 30, 64, 0, 0, 0, 0, 1 << 30, 64, 1, 0, 0);
            List.of(slow, calm).forEach(seen -> policy.decide(seen, Standing.NEW));
        }
    }

    private long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    private void round() {
        tellNews();
        if (terms.samples() || terms.policy().routes().leadTo(Place.LARGE)) {
            parts().forEach(part -> part.driven().forEach(side -> open(side, now())));
        }
        if (!cases.isEmpty()) {
            long now = now();
            Map<EngineBase, Case.Load> loads = loads();
            cases.values().removeIf(one -> !look(one, loads, now));
        }
    }

    private void tellNews() {
        for (Runnable told = news.poll(); told != null; told = news.poll()) {
            told.run();
        }
    }

    private void suspect(EngineSide side) {
        Case one = open(side, now());
        if (one != null) {
            one.suspect(now());
        }
    }

    /** Null if it is not with us any more. */
    private @Nullable Case open(EngineSide side, long now) {
        Optional<Place> place = placeOf(side);
        if (side.isOver() || place.isEmpty()) {
            return null;
        }
        Case one = cases.computeIfAbsent(
                side, opened -> new Case(opened, place.get(), terms.policy().thresholds(), now));
        if (terms.samples()) {
            one.suspect(now);
        }
        return one;
    }

    private Optional<Place> placeOf(EngineSide side) {
        EngineBase engine = side.engine();
        return places.entrySet().stream()
                .filter(place -> place.getValue().equals(engine))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** One engine may stand for several places: then a connection is where it was sent. */
    private boolean stillAt(Case one) {
        return one.side().engine().equals(places.get(one.place()));
    }

    /** What the parts did since the last time. */
    private Map<EngineBase, Case.Load> loads() {
        Map<EngineBase, Case.Load> loads = new HashMap<>();
        for (EngineBase part : parts()) {
            EngineStats now = part.stats();
            loads.put(part, Case.Load.between(before.getOrDefault(part, EngineStats.NONE), now));
            before.put(part, now);
        }
        return loads;
    }

    /** Whether it is to be looked at again. */
    private boolean look(Case one, Map<EngineBase, Case.Load> loads, long now) {
        if (one.side().isOver()) {
            return false;
        }
        Optional<Place> place = stillAt(one) ? Optional.of(one.place()) : placeOf(one.side());
        if (place.isEmpty()) {
            one.acquit();
            return false;
        }
        if (one.isBusy(now)) {
            return true;
        }
        if (!place.get().equals(one.place())) {
            one.arrives(place.get(), now);
        }
        Signals seen = one.signals(now, loads.getOrDefault(places.get(place.get()), Case.Load.UNKNOWN));
        if (terms.samples()) {
            listeners.forEach(listener -> listener.sampled(seen, one.standing()));
        }
        Optional<Decision> decision = terms.policy().decide(seen, one.standing());
        if (decision.isPresent()) {
            if (budget.take(now)) {
                carryOut(one, decision.get());
            }
            return true;
        }
        return !terms.policy().startsOver(seen) || startOver(one, seen, now);
    }

    /** A window without a decision: whether the next one is of interest. */
    private boolean startOver(Case one, Signals seen, long now) {
        one.startOver(now);
        boolean innocent = seen.place() == Place.START
                && seen.slow() == 0
                && one.standing().isOld(now, terms.policy().thresholds());
        if (innocent && !terms.samples()) {
            one.acquit();
            return terms.policy().routes().leadTo(Place.LARGE);
        }
        return true;
    }

    private void carryOut(Case one, Decision decision) {
        long number = ++decisions;
        listeners.forEach(listener -> listener.decided(number, decision));
        // Wherever it goes, its way back depends on how it behaves there.
        one.suspect(decision.signals().atMillis());
        one.departs();
        long asked = System.nanoTime();
        one.side().arrange(requireNonNull(places.get(decision.to()))).whenComplete((done, failure) -> {
            long nanos = System.nanoTime() - asked;
            Optional<String> refusal = Optional.ofNullable(failure).map(Throwable::toString);
            news.add(() -> answered(one, number, decision, nanos, refusal));
        });
    }

    private void answered(Case one, long number, Decision decision, long nanos, Optional<String> refusal) {
        listeners.forEach(listener -> listener.answered(number, decision, nanos, refusal));
        if (refusal.isEmpty()) {
            one.arrives(decision.to(), now());
        } else {
            one.stays(now());
        }
    }

    @Override
    protected void stopMoving() {
        patrol.stop();
        tellNews();
        listeners.forEach(DecisionListener::ended);
    }
}
