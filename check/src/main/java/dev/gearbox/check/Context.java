package dev.gearbox.check;

import dev.gearbox.lab.child.ChildSetup;
import java.nio.file.Path;

/**
 * Where checks run, and with which chance.
 *
 * @param setup how children are started on this machine
 * @param scratch a folder for files that nobody needs afterwards
 * @param seed from which everything random is drawn
 */
public record Context(ChildSetup setup, Path scratch, long seed) {
    /** On this machine, pinned as every run is. */
    public static Context detect(Path scratch, long seed) {
        return new Context(ChildSetup.detect(seed), scratch, seed);
    }

    /** Whether the server and the generator have a core each: without, most runs measure their quarrel. */
    public boolean hasTwoCores() {
        return !setup.pinning().server().isEmpty()
                && !setup.pinning().generator().isEmpty();
    }
}
