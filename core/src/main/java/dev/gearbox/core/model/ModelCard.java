package dev.gearbox.core.model;

import dev.gearbox.core.Capability;
import java.util.List;
import java.util.Set;

/**
 * The description of an I/O model.
 *
 * @param name as in an engine's spec: {@code reactors} in {@code reactors?threads=2}
 * @param summary what happens to a connection, in one line
 * @param source the publication or code that the engine follows
 * @param capabilities what it can do
 * @param parameters in the order in which a spec prints them
 */
public record ModelCard(
        String name, String summary, String source, Set<Capability> capabilities, List<Parameter> parameters) {
    public ModelCard {
        capabilities = Set.copyOf(capabilities);
        parameters = List.copyOf(parameters);
    }

    /** Returns whether its engine is composed of other engines, named by {@link Parameter.Part}. */
    public boolean isComposite() {
        return parameters.stream().anyMatch(Parameter.Part.class::isInstance);
    }
}
