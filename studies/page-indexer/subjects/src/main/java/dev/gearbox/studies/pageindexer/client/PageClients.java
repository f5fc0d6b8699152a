package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.LibraryLogs;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import java.util.List;

/** The HTTP client libraries by spec, such as {@code apache?threads=64}, like engines; and our own client over any engine. */
public final class PageClients {
    private static final List<ClientModel> MODELS = List.of(
            JdkPages.MODEL,
            ApachePages.MODEL,
            ApacheAsyncPages.MODEL,
            OkHttpPages.MODEL,
            ReactorPages.MODEL,
            JettyPages.MODEL);

    private PageClients() {}

    /** Returns all clients: name, summary, source, parameters with their defaults. */
    public static List<ModelCard> cards() {
        return MODELS.stream().map(ClientModel::card).toList();
    }

    /**
     * Opens a client.
     *
     * @return the client, which the caller must close
     * @throws BadSpecException if there is no such client or parameter; the message lists the valid ones
     */
    public static PageClient open(String spec, FetchLimits limits) {
        Spec parsed = Spec.parse("client", spec);
        ClientModel model = model(parsed);
        LibraryLogs.hush();
        return model.open().apply(Parameters.of(model.card(), parsed.given()), limits);
    }

    /**
     * Returns the spec in canonical form, without opening anything.
     *
     * @throws BadSpecException like {@link #open}
     */
    public static String canonical(String spec) {
        Spec parsed = Spec.parse("client", spec);
        return Parameters.of(model(parsed).card(), parsed.given()).spec();
    }

    /**
     * Starts an engine and opens Gearbox's own client over it; closing the client closes the engine.
     *
     * @param spec of an engine: {@code reactors?threads=2}
     * @throws BadSpecException if there is no such engine, it cannot run here, or it cannot connect
     */
    public static PageClient overEngine(String spec, FetchLimits limits) {
        return EnginePages.open(spec, limits);
    }

    private static ClientModel model(Spec spec) {
        return spec.among(MODELS, model -> model.card().name());
    }
}
