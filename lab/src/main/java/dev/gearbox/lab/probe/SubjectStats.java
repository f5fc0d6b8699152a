package dev.gearbox.lab.probe;

import dev.gearbox.lab.data.LabException;
import dev.gearbox.subject.JvmUsage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parses a subject's report on its own figures, strictly. */
public final class SubjectStats {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private SubjectStats() {}

    /**
     * Returns the figures of its JVM.
     *
     * @param answer the answer to {@code stats} or {@code gc}
     * @return empty if the subject does not report on its JVM
     * @throws LabException if the report is invalid
     */
    public static Optional<JvmUsage> jvm(@Nullable JsonNode answer) {
        JsonNode jvm = answer == null ? null : answer.get("jvm");
        if (jvm == null || jvm.isNull()) {
            return Optional.empty();
        }
        try {
            return Optional.of(STRICT.treeToValue(jvm, JvmUsage.class));
        } catch (JacksonException other) {
            throw new LabException(
                    "the subject's \"jvm\" cannot be read ("
                            + other.getOriginalMessage().lines().findFirst().orElse("")
                            + "): subject and lab must be of the same version",
                    other);
        }
    }
}
