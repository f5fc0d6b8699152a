package dev.gearbox.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Runs a parameterized test once for each engine named in the {@link Engines} of its class; if the method has a second parameter, a {@link
 * Behaviour}, once for each engine and behaviour. {@code -Dgearbox.engine=selector,threads} narrows it to those specs or models; if none is
 * left, the test fails.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EveryEngineArguments.class)
public @interface EveryEngine {
    /** On a test class: the specs to test. Every model of the module under test has to be among them. */
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Engines {
        /** Specs, as for {@link dev.gearbox.core.Engines#start}. */
        String[] value();
    }
}
