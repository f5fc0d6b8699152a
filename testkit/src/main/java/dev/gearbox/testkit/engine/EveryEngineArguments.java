package dev.gearbox.testkit.engine;

import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.testkit.behaviours.Behaviours;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.Contract;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.platform.commons.support.AnnotationSupport;

/** The implementation of {@link EveryEngine}; public because JUnit creates it. */
public final class EveryEngineArguments implements ArgumentsProvider {
    /** The behaviours that start a JVM, for each engine in a build. */
    private static final int OWN_JVM = 1;
    /** The other behaviours are divided among at most so many neighbours. */
    private static final int MOST_PARTS = 5;

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        List<String> specs = specs(context.getRequiredTestClass());
        Method method = context.getRequiredTestMethod();
        List<Class<?>> types = List.of(method.getParameterTypes());
        if (types.equals(List.of(String.class))) {
            return specs.stream().map(spec -> Arguments.argumentSet(spec, spec));
        }
        if (types.equals(List.of(String.class, Behaviour.class))) {
            boolean ownJvm = ownJvm(method);
            return IntStream.range(0, specs.size()).boxed().flatMap(number -> {
                String spec = specs.get(number);
                return (ownJvm ? startingJvms(spec) : others(number, specs.size()))
                        .stream().map(behaviour -> Arguments.argumentSet(spec + ": " + behaviour, spec, behaviour));
            });
        }
        throw new IllegalStateException(method + " must take (String) or (String, Behaviour)");
    }

    private static boolean ownJvm(Method method) {
        return AnnotationSupport.findAnnotation(method, EveryEngine.class)
                .orElseThrow()
                .ownJvm();
    }

    /** Returns a sample of the behaviours that start a JVM. */
    private static List<Behaviour> startingJvms(String spec) {
        return SeededSample.of(
                Behaviours.all().stream().filter(Behaviour::ownJvm).toList(),
                OWN_JVM,
                Contract.seed() ^ spec.hashCode());
    }

    /** Returns a part of each kind of the other behaviours: neighbours in the list of engines share all of them. */
    private static List<Behaviour> others(int number, int engines) {
        int parts = Math.clamp(engines, 2, MOST_PARTS);
        return Behaviours.kinds().stream()
                .map(kind ->
                        kind.stream().filter(behaviour -> !behaviour.ownJvm()).toList())
                .flatMap(kind -> SeededSample.part(kind, number, parts, Contract.seed()).stream())
                .toList();
    }

    /**
     * Returns the engines that {@code test} names and {@code -Dgearbox.engine} does not exclude. Those that cannot run on this machine are skipped
     * with a message; if named explicitly, they fail. There may be none: all requested ones belong to other modules, or all are skipped.
     */
    public static List<String> specs(Class<?> test) {
        List<String> asked = asked();
        Map<String, String> absent = absent(test);
        List<String> specs = new ArrayList<>();
        for (String spec : named(test)) {
            boolean byName = asked.contains(spec) || asked.contains(model(spec));
            String reason = absent.get(spec);
            if (reason != null && byName) {
                throw new IllegalStateException("-Dengine asks for " + spec + ", which cannot run here: " + reason);
            } else if (reason != null) {
                System.out.println(test.getSimpleName() + " skips " + spec + ": " + reason);
            } else if (byName || asked.isEmpty()) {
                specs.add(spec);
            }
        }
        return specs;
    }

    /** Returns the engines that {@code test} names and that cannot run on this machine, with the reason. */
    public static Map<String, String> absent(Class<?> test) {
        Map<String, String> reasons = new LinkedHashMap<>();
        List<IoModel> models = Engines.models();
        for (String spec : named(test)) {
            models.stream()
                    .filter(model -> model.card().name().equals(model(spec)))
                    .flatMap(model -> model.absence().stream())
                    .forEach(reason -> reasons.put(spec, reason));
        }
        return reasons;
    }

    private static List<String> named(Class<?> test) {
        List<String> named = List.of(AnnotationSupport.findAnnotation(test, EveryEngine.Engines.class)
                .orElseThrow(() -> new IllegalStateException(test + " names no @EveryEngine.Engines"))
                .value());
        List<String> covered = named.stream()
                .map(EveryEngineArguments::model)
                .distinct()
                .sorted()
                .toList();
        List<IoModel> models = Engines.models();
        // A module with models tests its own. Elsewhere an engine made of engines is tested with its parts.
        List<IoModel> own = models.stream()
                .filter(model -> model.getClass().getPackageName().equals(test.getPackageName()))
                .toList();
        List<String> present = (own.isEmpty()
                        ? models.stream().filter(model -> !model.card().isComposite())
                        : own.stream())
                .map(model -> model.card().name())
                .toList();
        if (!covered.equals(present)) {
            throw new IllegalStateException(
                    test.getSimpleName() + " must name an engine of each of " + present + ", and names " + covered);
        }
        return named;
    }

    /** Returns what {@code -Dgearbox.engine} requests: specs or models, of this module or of another one. */
    private static List<String> asked() {
        List<String> asked = Stream.of(System.getProperty("gearbox.engine", "").split(",", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
        for (String word : asked) {
            // A module sees only its own engines; the documentation pages cover all.
            if (ModelPages.of(model(word)).isEmpty()) {
                throw new IllegalStateException("-Dengine asks for " + word
                        + ": unknown engine (no page in docs/engines has it in its line Specs:)");
            }
        }
        return asked;
    }

    private static String model(String spec) {
        return spec.split("\\?", 2)[0];
    }
}
