package dev.gearbox.core.model;

import dev.gearbox.core.Capability;
import java.util.List;
import java.util.Set;

/**
 * What an I/O model says of itself.
 *
 * @param name as in an engine's spec: {@code reactors} in {@code reactors?threads=2}
 * @param summary what happens to a connection, in a line
 * @param source the publication or the code that the engine follows
 * @param capabilities what it can do
 * @param parameters what may be set, in the order in which a spec prints them
 */
public record ModelCard(
        String name, String summary, String source, Set<Capability> capabilities, List<Parameter> parameters) {
    public ModelCard {
        capabilities = Set.copyOf(capabilities);
        parameters = List.copyOf(parameters);
    }

    /** Whether its engine is made of engines, which {@link Parameter.Part} names. */
    public boolean isComposite() {
        return parameters.stream().anyMatch(Parameter.Part.class::isInstance);
    }
}
