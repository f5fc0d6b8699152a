package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;

/** Makes a style over the kind of client that it takes. */
public sealed interface StyleFactory {
    /** A style whose calls block threads. */
    non-sealed interface Blocking extends StyleFactory {
        /** Makes the style of a process. */
        BlockingStyle style(BlockingClient client, Limits limits, Composition composition);
    }

    /** A style whose calls block none. */
    non-sealed interface Async extends StyleFactory {
        /** Makes the style of a process. */
        AsyncStyle style(AsyncClient client, Limits limits, Composition composition);
    }

    /** A style whose calls block no thread, and are made by a new client each, over a new connection. */
    non-sealed interface Separate extends StyleFactory {
        /** Makes the style of a process. */
        AsyncStyle style(AsyncClient client, Limits limits, Composition composition);
    }

    /** A style whose calls block its own threads, but not that of the request. */
    non-sealed interface Resuming extends StyleFactory {
        /** Makes the style of a process. */
        AsyncStyle style(BlockingClient client, Limits limits, Composition composition);
    }

    /** Returns whether it takes the client that blocks. */
    default boolean blocks() {
        return this instanceof Blocking || this instanceof Resuming;
    }
}
