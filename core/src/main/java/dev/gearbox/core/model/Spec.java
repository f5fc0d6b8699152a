package dev.gearbox.core.model;

import dev.gearbox.core.BadSpecException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A parsed spec: a name, optionally followed by {@code ?name=value&name=value}. Used for engines, and for other things that have a card.
 *
 * @param what the spec names, as a word for messages: engine
 * @param name before the question mark
 * @param given the parameters after it, in their order
 */
public record Spec(String what, String name, Map<String, String> given) {
    public Spec {
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /**
     * Parses a spec.
     *
     * @throws BadSpecException if it does not have that form, or sets a parameter twice
     */
    public static Spec parse(String what, String text) {
        int mark = text.indexOf('?');
        if (mark < 0) {
            return new Spec(what, text, Map.of());
        }
        Map<String, String> given = new LinkedHashMap<>();
        for (String pair : text.substring(mark + 1).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new BadSpecException(
                        "\"" + text + "\" is no " + what + ": after the ? come name=value, joined by &");
            }
            if (given.put(pair.substring(0, equals), pair.substring(equals + 1)) != null) {
                throw new BadSpecException("\"" + text + "\" sets " + pair.substring(0, equals) + " twice");
            }
        }
        return new Spec(what, text.substring(0, mark), given);
    }

    /**
     * Returns the candidate of that name.
     *
     * @throws BadSpecException if there is none; names the nearest one and all candidates
     */
    public <T> T among(List<T> known, Function<T, String> nameOf) {
        List<String> names = new ArrayList<>();
        for (T each : known) {
            if (nameOf.apply(each).equals(name)) {
                return each;
            }
            names.add(nameOf.apply(each));
        }
        throw new BadSpecException(NearestName.none(what, name, names));
    }
}
