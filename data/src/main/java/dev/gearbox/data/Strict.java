package dev.gearbox.data;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.gearbox.core.model.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.jdk.StringDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.ext.jdk8.Jdk8OptionalDeserializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.module.SimpleDeserializers;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.ReferenceType;

/** Configures Jackson to read strictly. */
final class Strict {
    private static final Set<Class<?>> MAY_BE_ABSENT =
            Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    private Strict() {}

    static ObjectMapper mapper(MapperBuilder<?, ?> format, JacksonModule... more) {
        return format.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS, MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
                .annotationIntrospector(new RequiredUnlessOptional())
                .addModule(new SimpleModule().setDeserializers(new Values()))
                .addModules(more)
                .build();
    }

    /** Every component of a record is required, except an Optional and one that is annotated as empty by default. */
    private static final class RequiredUnlessOptional extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            JsonSetter absent = member.getAnnotation(JsonSetter.class);
            return !MAY_BE_ABSENT.contains(member.getRawType()) && (absent == null || absent.nulls() != Nulls.AS_EMPTY);
        }
    }

    private static final class Values extends SimpleDeserializers {
        private static final long serialVersionUID = 1;

        Values() {
            addDeserializer(Duration.class, new DurationText());
        }

        @Override
        public @Nullable ValueDeserializer<?> findReferenceDeserializer(
                ReferenceType type,
                DeserializationConfig config,
                BeanDescription.Supplier bean,
                @Nullable TypeDeserializer kind,
                @Nullable ValueDeserializer<?> value) {
            return type.hasRawClass(Optional.class) ? new EmptyIfAbsent(type, kind, value) : null;
        }
    }

    /** Reads a null as an empty Optional, also for a tree of Jackson's, which otherwise has a node for null. */
    private static final class EmptyIfAbsent extends Jdk8OptionalDeserializer {
        @SuppressWarnings("NullAway") // Jackson accepts null for the first, and looks up the others if they are null
        EmptyIfAbsent(JavaType type, @Nullable TypeDeserializer kind, @Nullable ValueDeserializer<?> value) {
            super(type, null, kind, value);
        }

        @Override
        public Jdk8OptionalDeserializer withResolved(TypeDeserializer kind, ValueDeserializer<?> value) {
            return new EmptyIfAbsent(_fullType, kind, value);
        }

        @Override
        public Optional<?> getNullValue(DeserializationContext context) {
            return Optional.empty();
        }
    }

    private static final class DurationText extends StdScalarDeserializer<Duration> {
        DurationText() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) {
            String text = parser.getValueAsString("");
            return Durations.parse(text)
                    .orElseGet(() -> (Duration) context.handleWeirdStringValue(Duration.class, text, "not a duration"));
        }
    }

    /** Blank texts and empty lists are errors; surrounding whitespace is stripped. */
    static final JacksonModule FILLED = new SimpleModule()
            .addDeserializer(String.class, new FilledText())
            .setDeserializerModifier(new ValueDeserializerModifier() {
                private static final long serialVersionUID = 1;

                @Override
                public ValueDeserializer<?> modifyCollectionDeserializer(
                        DeserializationConfig config,
                        CollectionType type,
                        BeanDescription.Supplier bean,
                        ValueDeserializer<?> plain) {
                    return new FilledList(plain);
                }
            });

    private static final class FilledText extends StdScalarDeserializer<String> {
        FilledText() {
            super(String.class);
        }

        @Override
        public String deserialize(JsonParser parser, DeserializationContext context) {
            String text =
                    StringDeserializer.instance.deserialize(parser, context).strip();
            return text.isEmpty() ? (String) context.handleWeirdStringValue(String.class, text, "blank") : text;
        }
    }

    private static final class FilledList extends DelegatingDeserializer {
        FilledList(ValueDeserializer<?> plain) {
            super(plain);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> plain) {
            return new FilledList(plain);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            Object list = super.deserialize(parser, context);
            return list instanceof java.util.Collection<?> elements && elements.isEmpty()
                    ? context.reportInputMismatch(handledType(), "empty")
                    : list;
        }
    }
}
