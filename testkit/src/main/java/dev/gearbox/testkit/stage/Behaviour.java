package dev.gearbox.testkit.stage;

import dev.gearbox.core.Capability;
import dev.gearbox.core.model.ModelCard;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * One thing that every engine does, and how to find out whether one does it. Needs no test framework.
 *
 * @param name a few words, unique
 * @param needs capabilities without which it does not apply
 * @param body fails by throwing
 */
public record Behaviour(String name, Set<Capability> needs, Body body) {
    /** The test itself. */
    @FunctionalInterface
    public interface Body {
        void run(Stage stage) throws Exception;
    }

    public Behaviour {
        needs = Set.copyOf(needs);
    }

    public static Behaviour of(String name, Body body) {
        return new Behaviour(name, Set.of(Capability.SERVER), body);
    }

    public static Behaviour needing(Capability capability, String name, Body body) {
        return new Behaviour(name, EnumSet.of(Capability.SERVER, capability), body);
    }

    /** One about shifts to another engine and back. */
    public static Behaviour shifting(String name, Body body) {
        return new Behaviour(name, EnumSet.of(Capability.SERVER, Capability.SHIFT_OUT, Capability.SHIFT_IN), body);
    }

    /** Why it does not apply to such a model; empty if it does. */
    Optional<String> inapplicable(ModelCard card) {
        EnumSet<Capability> missing = EnumSet.noneOf(Capability.class);
        missing.addAll(needs);
        missing.removeAll(card.capabilities());
        return missing.isEmpty() ? Optional.empty() : Optional.of("the card of " + card.name() + " lacks " + missing);
    }

    @Override
    public String toString() {
        return name;
    }
}
