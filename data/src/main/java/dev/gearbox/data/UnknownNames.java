package dev.gearbox.data;

import dev.gearbox.core.model.NearestName;
import java.util.Collection;

/** Creates messages for unknown names: suggests the closest name and lists all. */
public final class UnknownNames {
    private UnknownNames() {}

    /** Returns {@code unknown WHAT "NAME". Did you mean X? Known: X, Y}; the question is omitted if no name is close. */
    public static String unknown(String what, String name, Collection<String> known) {
        return "unknown " + what + " \"" + name + "\"." + NearestName.question(name, known) + " Known: "
                + String.join(", ", known);
    }
}
