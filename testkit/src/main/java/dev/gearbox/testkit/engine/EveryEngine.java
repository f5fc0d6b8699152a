package dev.gearbox.testkit.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Runs a parameterized test once for each engine named in the {@link Engines} of its class; if the method has a second parameter, a {@link
 * Behaviour}, once for each engine and behaviour. {@code -Dgearbox.engine=selector,threads} narrows it to those specs or models, perhaps to
 * none of this module; a name that no engine has fails, and so does an engine that is asked for and cannot run on this machine. One that
 * nobody asked for by name is then left out.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EveryEngineArguments.class)
public @interface EveryEngine {
    /** On a test class, or on an annotation that several have: the specs to test. Every model of the module under test has to be among them. */
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Engines {
        /** Specs, as for {@link dev.gearbox.core.Engines#start}. */
        String[] value();
    }
}
