package dev.gearbox.micrometer;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The meters of one object with common tags, in the registries to which they were bound. They hold the object weakly, unless a figure refers to it otherwise.
 * Thread-safe.
 */
final class MeterSet<T> {
    private final T source;
    private final Tags tags;
    private final List<Runnable> bound = new CopyOnWriteArrayList<>();

    MeterSet(T source, Tags tags) {
        this.source = source;
        this.tags = tags;
    }

    /**
     * Checks that {@code registry} has no meter of this name and these tags yet.
     *
     * @throws IllegalArgumentException if it has: one of two objects would be lost silently
     */
    void requireNew(MeterRegistry registry, String name, String... more) {
        Tags exactly = tags.and(more);
        boolean there = registry.find(name).meters().stream()
                .anyMatch(meter -> Tags.of(meter.getId().getTags()).equals(exactly));
        if (there) {
            throw new IllegalArgumentException(
                    "the registry has meters with the tags " + tags + " already: give each object a tag of its own");
        }
    }

    void gauge(MeterRegistry registry, String name, String unit, String what, ToDoubleFunction<T> figure) {
        keep(
                registry,
                Gauge.builder(name, source, figure)
                        .description(what)
                        .baseUnit(unit)
                        .tags(tags)
                        .register(registry));
    }

    void counter(
            MeterRegistry registry, String name, String unit, String what, ToDoubleFunction<T> figure, String... more) {
        keep(
                registry,
                FunctionCounter.builder(name, source, figure)
                        .description(what)
                        .baseUnit(unit)
                        .tags(tags.and(more))
                        .register(registry));
    }

    void timer(MeterRegistry registry, String name, String what, ToLongFunction<T> count, ToDoubleFunction<T> nanos) {
        keep(
                registry,
                FunctionTimer.builder(name, source, count, nanos, NANOSECONDS)
                        .description(what)
                        .tags(tags)
                        .register(registry));
    }

    void keep(MeterRegistry registry, Meter meter) {
        bound.add(() -> registry.remove(meter));
    }

    /** Removes the meters from their registries. */
    void remove() {
        bound.forEach(Runnable::run);
        bound.clear();
    }
}
