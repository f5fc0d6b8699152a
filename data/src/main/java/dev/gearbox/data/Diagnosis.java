package dev.gearbox.data;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.gearbox.core.model.NearestName;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.InvalidFormatException;
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
            Map.entry(String.class, "text"),
            Map.entry(Duration.class, "a duration such as 500ms, 10s or 2m"),
            Map.entry(Instant.class, "a timestamp such as 2026-01-01T00:00:00Z"),
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
                unknown(holderPlace, unknown.getPropertyName(), unknown.getKnownPropertyIds());
            case InvalidTypeIdException kind -> kind(kind);
            case ValueInstantiationException bad ->
                stranger(place, node, bad.getType().getRawClass()).orElseGet(() -> place + ": " + reason(bad));
            case InvalidFormatException key
            when node.isObject() && key.getTargetType().isEnum() ->
                unknown(place, String.valueOf(key.getValue()), names(key.getTargetType()));
            default -> node.isMissingNode() || node.isNull() ? missing() : mismatch();
        };
    }

    private static String reason(ValueInstantiationException bad) {
        Throwable thrown = bad.getCause();
        return DataReader.firstLine(thrown == null ? bad.getOriginalMessage() : thrown.getMessage());
    }

    private static String unknown(Place holder, String key, Collection<?> known) {
        Set<String> names = known.stream().map(Object::toString).collect(Collectors.toCollection(TreeSet::new));
        return holder + ": " + UnknownNames.unknown("key", key, names);
    }

    /** Reports an unknown key of an object that lacks one: most likely the missing key, misspelt. */
    private Optional<String> stranger(Place holder, JsonNode object, Class<?> type) {
        List<String> known = keys(type);
        return object.propertyNames().stream()
                .filter(key -> !known.contains(key))
                .findFirst()
                .map(key -> unknown(holder, key, known));
    }

    private String missing() {
        Object type =
                refused.getPath().isEmpty() ? null : refused.getPath().getLast().from();
        return (type instanceof Class<?> known ? stranger(holderPlace, holder, known) : Optional.<String>empty())
                .orElseGet(() -> place.says("is missing"));
    }

    /** Returns the keys of a type, with the key that selects it among several types. */
    private List<String> keys(Class<?> type) {
        return Stream.concat(
                        mapper
                                ._deserializationContext()
                                .introspectBeanDescription(mapper.constructType(type))
                                .findProperties()
                                .stream()
                                .map(BeanPropertyDefinition::getName),
                        Stream.of(type.getInterfaces())
                                .map(form -> form.getAnnotation(JsonTypeInfo.class))
                                .filter(Objects::nonNull)
                                .map(JsonTypeInfo::property))
                .toList();
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
                        + " Known: " + String.join(", ", known));
    }

    private List<String> names(Class<?> constants) {
        return Arrays.stream(constants.getEnumConstants())
                .map(constant -> mapper.valueToTree(constant).asString())
                .toList();
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
            return "one of " + String.join(", ", names(type));
        }
        return Collection.class.isAssignableFrom(type) || type.isArray()
                ? node.isArray() ? "a list with at least one element" : "a list"
                : WANTED.getOrDefault(type, "an object");
    }
}
