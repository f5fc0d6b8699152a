package dev.gearbox.data;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.gearbox.core.model.NearestName;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.introspect.BeanPropertyDefinition;

/** Turns an exception of Jackson's into a one-line message: where, what is wrong, what would be right. */
final class Diagnosis {
    private static final int LONGEST = 60;
    private static final String WHOLE = "an integer";
    private static final String NUMBER = "a number";
    private static final String TRUTH = "true or false";
    private static final Map<Class<?>, String> WANTED = Map.ofEntries(
            Map.entry(String.class, "a text"),
            Map.entry(Duration.class, "a duration such as 500ms, 10s or 2m"),
            Map.entry(int.class, WHOLE),
            Map.entry(Integer.class, WHOLE),
            Map.entry(OptionalInt.class, WHOLE),
            Map.entry(long.class, WHOLE),
            Map.entry(Long.class, WHOLE),
            Map.entry(OptionalLong.class, WHOLE),
            Map.entry(double.class, NUMBER),
            Map.entry(Double.class, NUMBER),
            Map.entry(OptionalDouble.class, NUMBER),
            Map.entry(boolean.class, TRUTH),
            Map.entry(Boolean.class, TRUTH));

    private final ObjectMapper mapper;
    private final JacksonException refused;
    private Place place;
    private JsonNode node;
    private Place holderPlace;
    private JsonNode holder;

    /**
     * @param root the place of the tree
     * @param tree the data that was read
     */
    Diagnosis(ObjectMapper mapper, JacksonException refused, Place root, JsonNode tree) {
        this.mapper = mapper;
        this.refused = refused;
        place = root;
        node = tree;
        holderPlace = root;
        holder = tree;
        for (JacksonException.Reference step : refused.getPath()) {
            holderPlace = place;
            holder = node;
            String key = step.getPropertyName();
            place = key == null ? place.at(step.getIndex()) : place.at(key);
            node = key == null ? node.path(step.getIndex()) : node.path(key);
        }
    }

    /** Returns what a constructor threw if it is no {@link IllegalArgumentException}: a defect of the program, not of the data. */
    @Nullable
    RuntimeException defect() {
        return refused instanceof ValueInstantiationException
                        && refused.getCause() instanceof RuntimeException thrown
                        && !(thrown instanceof IllegalArgumentException)
                ? thrown
                : null;
    }

    String message() {
        return switch (refused) {
            case UnrecognizedPropertyException unknown ->
                unknown(unknown.getPropertyName(), unknown.getKnownPropertyIds());
            case InvalidTypeIdException kind -> kind(kind);
            case ValueInstantiationException bad
            when bad.getCause() != null ->
                place + ": " + DataReader.firstLine(bad.getCause().getMessage());
            default -> node.isMissingNode() || node.isNull() ? missing() : mismatch();
        };
    }

    private String unknown(String key, Collection<?> known) {
        Set<String> names = known.stream().map(Object::toString).collect(Collectors.toCollection(TreeSet::new));
        String in = holderPlace.path().isEmpty() ? "" : " in " + holderPlace.path();
        return holderPlace.file() + ": unknown key \"" + key + "\"" + in + "." + NearestName.question(key, names)
                + " Known: " + String.join(", ", names);
    }

    /** The value that selects one of several types. */
    private String kind(InvalidTypeIdException kind) {
        Class<?> base = kind.getBaseType().getRawClass();
        Place word = place.at(base.getAnnotation(JsonTypeInfo.class).property());
        List<String> known = Arrays.stream(
                        base.getAnnotation(JsonSubTypes.class).value())
                .map(JsonSubTypes.Type::name)
                .toList();
        return kind.getTypeId() == null
                ? word.says("is missing")
                : word.says("is \"" + kind.getTypeId() + "\"." + NearestName.question(kind.getTypeId(), known)
                        + " There are: " + String.join(", ", known));
    }

    /** A key is missing: most likely misspelt, if there is an unknown key. */
    private String missing() {
        List<String> known = keys();
        return holder.propertyNames().stream()
                .filter(key -> !known.isEmpty() && !known.contains(key))
                .findFirst()
                .map(key -> unknown(key, known))
                .orElseGet(() -> place.says("is missing"));
    }

    /** Returns the keys of the type that lacks one. */
    private List<String> keys() {
        return !refused.getPath().isEmpty() && refused.getPath().getLast().from() instanceof Class<?> type
                ? mapper
                        ._deserializationContext()
                        .introspectBeanDescription(mapper.constructType(type))
                        .findProperties()
                        .stream()
                        .map(BeanPropertyDefinition::getName)
                        .toList()
                : List.of();
    }

    private String mismatch() {
        String shown = node.toString();
        return place.says("must be " + wanted() + ", not "
                + (shown.length() <= LONGEST ? shown : shown.substring(0, LONGEST - 3) + "..."));
    }

    private String wanted() {
        Class<?> type = refused instanceof MismatchedInputException mismatch
                ? mismatch.getTargetType()
                : refused instanceof InputCoercionException coercion ? coercion.getTargetType() : null;
        if (type == null) {
            return "something else";
        }
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant -> mapper.valueToTree(constant).asString())
                            .collect(Collectors.joining(", "));
        }
        return Collection.class.isAssignableFrom(type)
                ? "a list with at least one element"
                : WANTED.getOrDefault(type, "an object");
    }
}
