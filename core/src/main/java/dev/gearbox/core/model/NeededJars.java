package dev.gearbox.core.model;

import java.util.List;
import java.util.Optional;

/**
 * The third-party jars that an engine needs, for {@link IoModel#absence}: on the class path, only the engine itself notices that one is missing. All methods
 * may be called from any thread.
 *
 * @param user a class of the engine's module, whose class loader must find them
 * @param jars in the order in which they are checked
 */
public record NeededJars(Class<?> user, List<Jar> jars) {
    /**
     * A jar.
     *
     * @param artifact its name, without its version
     * @param type the full name of a class in it
     */
    public record Jar(String artifact, String type) {}

    public NeededJars {
        jars = List.copyOf(jars);
    }

    /** Returns in one line which jar is on neither the class path nor the module path; empty if all are there. Initialises no class. */
    public Optional<String> absence() {
        return jars.stream()
                .filter(jar -> !canLoad(jar.type()))
                .findFirst()
                .map(jar -> jar.artifact() + " is on neither path (no class " + jar.type() + ")");
    }

    private boolean canLoad(String type) {
        try {
            Class.forName(type, false, user.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError missing) {
            return false;
        }
    }
}
