package dev.gearbox.files.method;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.ReadStrategy;
import java.util.Optional;

/**
 * What there is to know of a strategy before one is made.
 *
 * @param <S> {@link ReadStrategy} or {@link CopyStrategy}
 */
public interface FileMethod<S extends AutoCloseable> {
    /** Its name, a summary, what it is taken from, and its parameters. */
    ModelCard card();

    /** Why it cannot run on this machine; empty if it can. A file system may still refuse it. */
    default Optional<String> absence() {
        return Optional.empty();
    }

    /** Makes one. */
    S create(Parameters parameters);
}
