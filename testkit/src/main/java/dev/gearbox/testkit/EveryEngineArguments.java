package dev.gearbox.testkit;

import dev.gearbox.core.Engines;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Behind {@link EveryEngine}: public because JUnit makes it. */
public final class EveryEngineArguments implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        List<String> specs = specs(context.getRequiredTestClass());
        Method method = context.getRequiredTestMethod();
        List<Class<?>> types = List.of(method.getParameterTypes());
        if (types.equals(List.of(String.class))) {
            return specs.stream().map(spec -> Arguments.argumentSet(spec, spec));
        }
        if (types.equals(List.of(String.class, Behaviour.class))) {
            return specs.stream()
                    .flatMap(spec -> Behaviours.all().stream()
                            .map(behaviour -> Arguments.argumentSet(spec + ": " + behaviour, spec, behaviour)));
        }
        throw new IllegalStateException(method + " has to take (String) or (String, Behaviour)");
    }

    /** The engines that {@code test} names and {@code -Dgearbox.engine} does not exclude; fails when there are none. */
    static List<String> specs(Class<?> test) {
        String[] named = Optional.ofNullable(test.getAnnotation(EveryEngine.Engines.class))
                .orElseThrow(() -> new IllegalStateException(test + " names no @EveryEngine.Engines"))
                .value();
        List<String> covered =
                Arrays.stream(named).map(spec -> Contract.card(spec).name()).toList();
        List<String> forgotten = Engines.models().stream()
                .map(model -> model.card().name())
                .filter(model -> !covered.contains(model))
                .toList();
        if (!forgotten.isEmpty()) {
            throw new IllegalStateException(test.getSimpleName() + " names no engine of " + forgotten);
        }
        List<String> wanted = Stream.of(System.getProperty("gearbox.engine", "").split(",", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
        List<String> specs = Arrays.stream(named)
                .filter(spec -> wanted.isEmpty()
                        || wanted.contains(spec)
                        || wanted.contains(Contract.card(spec).name()))
                .toList();
        if (specs.isEmpty()) {
            throw new IllegalStateException("no engine to test: " + test.getSimpleName() + " names "
                    + Arrays.toString(named) + ", -Dgearbox.engine asks for " + wanted + ", there are "
                    + Engines.models().stream()
                            .map(model -> model.card().name())
                            .toList());
        }
        return specs;
    }
}
