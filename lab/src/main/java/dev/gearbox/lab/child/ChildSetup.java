package dev.gearbox.lab.child;

import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.JvmLaunch;
import java.time.Duration;
import java.util.Map;

/**
 * How children are run on this machine, whatever the workload and the subject.
 *
 * @param pinning which processors the children may use
 * @param server JVM settings of the subject
 * @param generator JVM settings of the generator
 * @param generatorMain where the generator is
 * @param instruments where the instruments are that a study provides, by name
 * @param fixtures makes what the study's jobs need on this machine
 * @param patience how long the lab waits for a child beyond what it was asked to do: to get ready, to connect, to
 *     answer, to report
 * @param quiet how long a fork waits in all, at most, for others to leave the machine alone; it never waits for longer than it takes itself
 * @param seed of the load; every subject of a cell gets the same
 */
public record ChildSetup(
        Pinning pinning,
        JvmFlags server,
        JvmFlags generator,
        JvmLaunch generatorMain,
        Map<String, JvmLaunch> instruments,
        Fixture.Factory fixtures,
        Duration patience,
        Duration quiet,
        long seed) {
    /** Copies the map. */
    public ChildSetup {
        instruments = Map.copyOf(instruments);
    }

    /** A set-up without instruments but the generator, and without fixtures. */
    public ChildSetup(
            Pinning pinning,
            JvmFlags server,
            JvmFlags generator,
            JvmLaunch generatorMain,
            Duration patience,
            Duration quiet,
            long seed) {
        this(pinning, server, generator, generatorMain, Map.of(), _ -> Fixture.NONE, patience, quiet, seed);
    }

    /** The same with the instruments of a study. */
    public ChildSetup withInstruments(Map<String, JvmLaunch> other) {
        return new ChildSetup(pinning, server, generator, generatorMain, other, fixtures, patience, quiet, seed);
    }

    /** The same with the fixtures of a study. */
    public ChildSetup withFixtures(Fixture.Factory other) {
        return new ChildSetup(pinning, server, generator, generatorMain, instruments, other, patience, quiet, seed);
    }

    /** One core for the server and one for the generator where there are two; half a minute of patience with a child, a minute with others. */
    public static ChildSetup detect(long seed) {
        Pinning pinning = Pinning.detect();
        int processors = Runtime.getRuntime().availableProcessors();
        return new ChildSetup(
                pinning,
                JvmFlags.server(
                        pinning.server().isEmpty()
                                ? processors
                                : pinning.server().size()),
                JvmFlags.generator(
                        pinning.generator().isEmpty()
                                ? processors
                                : pinning.generator().size()),
                new JvmLaunch.InModule("dev.gearbox.load", "dev.gearbox.load.process.GeneratorMain"),
                Duration.ofSeconds(30),
                Duration.ofMinutes(1),
                seed);
    }

    /** The same with children that run wherever this process may. */
    public ChildSetup unpinned() {
        int processors = Runtime.getRuntime().availableProcessors();
        return new ChildSetup(
                Pinning.NONE,
                JvmFlags.server(processors),
                JvmFlags.generator(processors),
                generatorMain,
                instruments,
                fixtures,
                patience,
                quiet,
                seed);
    }

    /** The same with another patience with a child. */
    public ChildSetup withPatience(Duration other) {
        return new ChildSetup(pinning, server, generator, generatorMain, instruments, fixtures, other, quiet, seed);
    }

    /** The same with another time to wait for a quiet machine; with none it looks once and goes on. */
    public ChildSetup withQuiet(Duration other) {
        return new ChildSetup(pinning, server, generator, generatorMain, instruments, fixtures, patience, other, seed);
    }
}
