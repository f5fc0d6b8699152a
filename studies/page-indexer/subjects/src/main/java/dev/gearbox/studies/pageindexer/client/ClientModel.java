package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * An HTTP client library as a row of the study.
 *
 * @param card its description
 * @param open creates the client
 */
record ClientModel(ModelCard card, BiFunction<Parameters, FetchLimits, PageClient> open) {
    static ClientModel of(
            String name,
            String summary,
            String source,
            BiFunction<Parameters, FetchLimits, PageClient> open,
            Parameter... parameters) {
        return new ClientModel(new ModelCard(name, summary, source, Set.of(), List.of(parameters)), open);
    }
}
