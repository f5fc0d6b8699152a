package dev.gearbox.check;

import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.Pinning;
import java.nio.file.Path;

/**
 * The environment of checks.
 *
 * @param setup how children are started on this machine
 * @param scratch a folder for temporary files
 * @param seed the seed of everything random
 */
public record Context(ChildSetup setup, Path scratch, long seed) {
    /** Returns the environment of this machine, pinned as in every run. */
    public static Context detect(Path scratch, long seed) {
        return new Context(ChildSetup.detect(seed), scratch, seed);
    }

    /** Returns the same environment in another placement. */
    public Context placed(Pinning placement) {
        return new Context(setup.placed(placement), scratch, seed);
    }

    /** Returns whether the server and the generator have a core each; otherwise most runs measure their competition. */
    public boolean hasTwoCores() {
        return !setup.pinning().server().isEmpty()
                && !setup.pinning().generator().isEmpty()
                && !setup.pinning().contended();
    }
}
