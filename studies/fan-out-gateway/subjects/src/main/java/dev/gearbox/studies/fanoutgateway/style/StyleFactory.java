package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.function.BiFunction;

/** Makes a style over the kind of client that it takes. */
public sealed interface StyleFactory {
    /** A style whose calls block threads. */
    record Blocking(BiFunction<BlockingClient, Limits, BlockingStyle> style) implements StyleFactory {}

    /** A style whose calls block none. */
    record Async(BiFunction<AsyncClient, Limits, AsyncStyle> style) implements StyleFactory {}
}
