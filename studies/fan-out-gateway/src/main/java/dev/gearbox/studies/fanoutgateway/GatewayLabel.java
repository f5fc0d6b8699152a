package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.Spec;
import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The label of a gateway: its style, and what is other than in the style's own row. {@code virtual-threads?server=helidon} is the style {@code
 * virtual-threads} before which another server than ours listens, {@code virtual-threads?client=gearbox} makes its calls by another client.
 *
 * @param style before the question mark
 * @param server that is named; empty for ours, which is also {@code epoll}
 * @param client that is named; empty for the usual one of the style
 */
record GatewayLabel(String style, Optional<String> server, Optional<String> client) {
    private static final String SERVER = "server";
    private static final String CLIENT = "client";

    /**
     * Parses a label.
     *
     * @throws BadSpecException if it has another form, or there is no such server or client, or the style cannot have it
     */
    static GatewayLabel parse(String text) {
        Spec spec = Spec.parse("row", text);
        if (spec.given().isEmpty()) {
            return new GatewayLabel(text, Optional.empty(), Optional.empty());
        }
        if (!Set.of(SERVER, CLIENT).containsAll(spec.given().keySet())) {
            throw new BadSpecException("\"" + text
                    + "\" may have a server and a client only, such as executor?server=tomcat&client=gearbox");
        }
        Optional<String> server =
                known(SERVER, spec, ServerRows.servers()).filter(name -> !name.equals(ServerRows.OURS));
        Optional<String> client = known(CLIENT, spec, GatewayMain.clients());
        if (!GatewayMain.styles().contains(spec.name())) {
            return unvaried(spec.name(), server, client);
        }
        return new GatewayLabel(
                spec.name(), server, client.filter(name -> !name.equals(GatewayMain.usualClient(spec.name()))));
    }

    private static Optional<String> known(String what, Spec spec, List<String> known) {
        return Optional.ofNullable(spec.given().get(what))
                .map(name -> new Spec(what, name, Map.of()).among(known, each -> each));
    }

    /** Only our own server and the usual client are in the module of such a style. */
    private static GatewayLabel unvaried(String style, Optional<String> server, Optional<String> client) {
        String what = server.map(name -> "be served by " + name)
                .or(() -> client.map(name -> "be given a client"))
                .orElse("");
        if (what.isEmpty()) {
            return new GatewayLabel(style, server, client);
        }
        throw new BadSpecException(
                "\"" + style + "\" cannot " + what + ". These can: " + String.join(", ", GatewayMain.styles()));
    }

    /** Whether it is the style's own row. */
    boolean isPlain() {
        return server.isEmpty() && client.isEmpty();
    }

    /** Returns the arguments of its process. */
    List<String> arguments() {
        return Stream.of(
                        Optional.of(List.of("--style", style)),
                        server.map(name -> List.of("--server", name)),
                        client.map(name -> List.of("--client", name)))
                .flatMap(Optional::stream)
                .flatMap(List::stream)
                .toList();
    }
}
