package dev.gearbox.lab.child;

import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.JvmLaunch;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How child processes are run on this machine, independent of the workload and the subject.
 *
 * @param pinning the processors that the children may use
 * @param server JVM settings of the subject
 * @param generator JVM settings of the generator
 * @param generatorMain how to launch the generator
 * @param instruments how to launch the study's instruments, by name
 * @param fixtures makes what the study's jobs need on this machine
 * @param patience how long the lab waits for a child in addition to the duration of its task: to get ready, to connect, to answer, to report
 * @param quiet how long a fork waits at most, in total, for the machine to become quiet; never longer than half of its spare time; with zero, disturbed blocks are
 *     not replaced either
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

    /** Returns the same with the instruments of a study. */
    public ChildSetup withInstruments(Map<String, JvmLaunch> other) {
        return new ChildSetup(pinning, server, generator, generatorMain, other, fixtures, patience, quiet, seed);
    }

    /** The same with the fixtures of a study. */
    public ChildSetup withFixtures(Fixture.Factory other) {
        return new ChildSetup(pinning, server, generator, generatorMain, instruments, other, patience, quiet, seed);
    }

    /**
     * Returns the default: one core for the server and one for the generator if there are two; half a minute of patience with a child, and a minute to
     * wait for a quiet machine.
     */
    public static ChildSetup detect(long seed) {
        int processors = Runtime.getRuntime().availableProcessors();
        ChildSetup unpinned = new ChildSetup(
                Pinning.NONE,
                JvmFlags.server(processors),
                JvmFlags.generator(processors),
                new JvmLaunch.InModule("dev.gearbox.load", "dev.gearbox.load.process.GeneratorMain"),
                Duration.ofSeconds(30),
                Duration.ofMinutes(1),
                seed);
        return unpinned.placed(Pinning.detect());
    }

    /** Returns the same with subjects that C1 alone compiles, for tests: of a JVM that lives for seconds the optimising compiler would take a third. */
    public ChildSetup unoptimized() {
        return new ChildSetup(
                pinning, server.unoptimized(), generator, generatorMain, instruments, fixtures, patience, quiet, seed);
    }

    /** Returns the same without pinning: children run wherever this process may. */
    public ChildSetup unpinned() {
        return placed(Pinning.NONE);
    }

    /** Returns the same on other processors; the options of the children's JVMs have their number. */
    public ChildSetup placed(Pinning other) {
        return new ChildSetup(
                other,
                server.on(processors(other.server())),
                generator.on(processors(other.generator())),
                generatorMain,
                instruments,
                fixtures,
                patience,
                quiet,
                seed);
    }

    /** Returns the JVM settings of a study's instrument: those of the generator, on the processors of the origin. */
    JvmFlags origin() {
        return generator.on(processors(pinning.origin()));
    }

    private static int processors(List<Integer> cpus) {
        return cpus.isEmpty() ? Runtime.getRuntime().availableProcessors() : cpus.size();
    }

    /** Returns the same with another patience with a child. */
    public ChildSetup withPatience(Duration other) {
        return new ChildSetup(pinning, server, generator, generatorMain, instruments, fixtures, other, quiet, seed);
    }

    /** Returns the same with another time to wait for a quiet machine; with zero it checks once and continues, measures nothing again and replaces no block. */
    public ChildSetup withQuiet(Duration other) {
        return new ChildSetup(pinning, server, generator, generatorMain, instruments, fixtures, patience, other, seed);
    }
}
