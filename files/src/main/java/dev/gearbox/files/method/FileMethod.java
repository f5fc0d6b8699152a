package dev.gearbox.files.method;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.ReadStrategy;
import java.util.Optional;

/**
 * The description of a strategy, available before one is created.
 *
 * @param <S> {@link ReadStrategy} or {@link CopyStrategy}
 */
public interface FileMethod<S extends AutoCloseable> {
    /** Returns its name, summary, source and parameters. */
    ModelCard card();

    /** Returns why it cannot run on this machine; empty if it can. A file system may still refuse it. */
    default Optional<String> absence() {
        return Optional.empty();
    }

    /** Creates a strategy. */
    S create(Parameters parameters);
}
