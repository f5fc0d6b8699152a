package dev.gearbox.core.model;

import dev.gearbox.core.BadSpecException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The parameters of a model with their values: every one on its card, given or by default. */
public final class Parameters {
    private final ModelCard card;
    private final Map<String, String> given;

    private Parameters(ModelCard card, Map<String, String> given) {
        this.card = card;
        this.given = given;
    }

    /**
     * Checks the given parameters against the card.
     *
     * @throws BadSpecException if a name is unknown or a value invalid; lists what is valid
     */
    public static Parameters of(ModelCard card, Map<String, String> given) {
        given.forEach((name, value) -> {
            Parameter parameter = card.parameters().stream()
                    .filter(known -> known.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new BadSpecException(
                            card.name() + " has no parameter \"" + name + "\". " + describe(card)));
            if (!parameter.takes(value)) {
                throw new BadSpecException(
                        card.name() + ": " + name + " cannot be \"" + value + "\". It takes: " + parameter.accepts());
            }
        });
        return new Parameters(card, new LinkedHashMap<>(given));
    }

    private static String describe(ModelCard card) {
        if (card.parameters().isEmpty()) {
            return "It has none";
        }
        return card.parameters().stream()
                .map(known -> known.name() + " (" + known.accepts() + ")")
                .collect(Collectors.joining(", ", "It has: ", ""));
    }

    /** Returns the value of a {@link Parameter.Int}. */
    public int integer(String name) {
        return Integer.parseInt(word(name));
    }

    /** Returns the value of a {@link Parameter.Choice#flag}. */
    public boolean flag(String name) {
        return Boolean.parseBoolean(word(name));
    }

    /** Returns the value of a {@link Parameter.Time}. */
    public Duration time(String name) {
        return Durations.parse(word(name)).orElseThrow();
    }

    /** Returns the value of a {@link Parameter.Part}: an engine's spec. */
    public String part(String name) {
        return Parameter.Part.spec(word(name));
    }

    /** Returns the value of any parameter, as in a spec. */
    public String word(String name) {
        return Objects.requireNonNullElseGet(
                given.get(name),
                () -> card.parameters().stream()
                        .filter(known -> known.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(card.name() + " declares no parameter " + name))
                        .fallback());
    }

    /** Returns whether it was given explicitly. */
    public boolean given(String name) {
        return given.containsKey(name);
    }

    /** Returns the spec in its canonical form: the model's name and the given parameters, in the card's order. */
    public String spec() {
        return card.parameters().stream()
                .map(Parameter::name)
                .filter(given::containsKey)
                .map(name -> name + "=" + given.get(name))
                .reduce((left, right) -> left + "&" + right)
                .map(query -> card.name() + "?" + query)
                .orElse(card.name());
    }
}
