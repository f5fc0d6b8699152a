package dev.gearbox.data;

import dev.gearbox.core.model.NearestName;
import java.util.Collection;

/** Answers to a name that does not exist: which one was probably meant, and which ones there are. */
public final class UnknownNames {
    private UnknownNames() {}

    /** {@code unknown WHAT "NAME". Did you mean X? Known: X, Y}; the question is left out where nothing comes near. */
    public static String unknown(String what, String name, Collection<String> known) {
        return "unknown " + what + " \"" + name + "\"." + NearestName.question(name, known) + " Known: "
                + String.join(", ", known);
    }
}
