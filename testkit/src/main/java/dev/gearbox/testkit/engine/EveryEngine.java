package dev.gearbox.testkit.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Runs a parameterized test once for each engine named in the {@link Engines} of its class; if the method has a second parameter, a {@link
 * dev.gearbox.testkit.fixture.Behaviour}, once for each engine and behaviour, without those that start a JVM: in the build a fifth of each kind, so that five
 * engines that follow each other have all, or an equal part if there are fewer; {@code -Dgearbox.deep} runs all on each. {@code -Dgearbox.engine=selector,threads} narrows it to those specs or models,
 * which may be none of this module. An unknown name fails; an engine that cannot run on this machine fails if it is named, and is skipped otherwise.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EveryEngineArguments.class)
public @interface EveryEngine {
    /** Whether to take only the behaviours that start a JVM: a {@link SeededSample} of them for each engine. */
    boolean ownJvm() default false;

    /** For a test class, or an annotation that several share: the specs to test. Every model of the module under test must be among them. */
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Engines {
        /** Specs, as for {@link dev.gearbox.core.Engines#start}. */
        String[] value();
    }
}
