package dev.gearbox.studies.filecopy.server;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.files.WriteStrategy;
import dev.gearbox.files.write.WriteStrategies;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A row of the server: how its handlers write to files.
 *
 * @param spec the spec of a way of writing in its canonical form, or {@code none}
 */
public record PutRow(String spec) {
    /** The handlers touch no file: the reference for the other rows. */
    public static final String NONE = "none";

    /** Returns all rows, whether or not they can run here. */
    public static List<PutRow> all() {
        return Stream.concat(Stream.of(NONE), WriteStrategies.cards().stream().map(ModelCard::name))
                .map(PutRow::of)
                .toList();
    }

    /**
     * Returns the row of a spec.
     *
     * @throws BadSpecException if there is no such way or parameter
     */
    public static PutRow of(String spec) {
        return new PutRow(spec.equals(NONE) ? NONE : WriteStrategies.canonical(spec));
    }

    /** Returns why it cannot run on this machine; empty if it can. */
    public Optional<String> absence() {
        return spec.equals(NONE) ? Optional.empty() : WriteStrategies.absence(spec);
    }

    /** Creates its way of writing; empty if it writes nothing. */
    Optional<WriteStrategy> open() {
        return spec.equals(NONE) ? Optional.empty() : Optional.of(WriteStrategies.create(spec));
    }
}
