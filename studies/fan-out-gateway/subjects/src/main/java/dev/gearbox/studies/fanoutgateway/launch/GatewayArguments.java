package dev.gearbox.studies.fanoutgateway.launch;

import dev.gearbox.studies.fanoutgateway.client.KnownClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.OverviewComposition;
import dev.gearbox.studies.fanoutgateway.gateway.ShapedComposition;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import dev.gearbox.studies.fanoutgateway.style.StyleFactory;
import dev.gearbox.studies.fanoutgateway.style.Styles;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a gateway is started with.
 *
 * @param style how it calls: the name of one of its {@link Styles}
 * @param server the name of one of its {@link KnownServers}
 * @param client the name of a {@link KnownClient}
 * @param services where the services are: {@code http://HOST:PORT}; each at its name
 * @param port 0 for a free one
 * @param limits of threads, connections, queue and time
 * @param elsewhere the addresses of single services, by name
 * @param composition of each request
 */
public record GatewayArguments(
        String style,
        String server,
        String client,
        URI services,
        int port,
        Limits limits,
        Map<String, URI> elsewhere,
        Composition composition) {
    /** The lab tells every subject which protocol to speak; a gateway speaks only this one. */
    private static final String PROTOCOL = "overview";

    /** The user whose records are in the archive. */
    private static final String ARCHIVED = "--archived";

    /** A base that is never called, because all services are elsewhere. */
    private static final String NOWHERE = "http://127.0.0.1:1";

    /** Copies the map. */
    public GatewayArguments {
        elsewhere = Map.copyOf(elsewhere);
    }

    /** The overview, whose services are all below one address. */
    public GatewayArguments(String style, String server, String client, URI services, int port, Limits limits) {
        this(style, server, client, services, port, limits, Map.of(), OverviewComposition.STANDARD);
    }

    /**
     * Reads options and their values.
     *
     * @param styles those that the process can serve with
     * @param servers those that it can listen with
     * @throws IllegalArgumentException with one line that says what is expected
     */
    public static GatewayArguments parse(List<String> arguments, Styles styles, KnownServers servers) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            options.put(arguments.get(i), arguments.get(i + 1));
        }
        known("protocol", take(options, "--protocol", PROTOCOL), List.of(PROTOCOL));
        String style = take(options, "--style", "");
        String client = client(styles.of(style), options);
        String server =
                servers.canonical(take(options, "--server", servers.names().getFirst()));
        Optional<Shape> shape =
                Optional.ofNullable(options.remove("--shape")).map(text -> Shape.parse("--shape", text));
        Composition composition = shape.<Composition>map(ShapedComposition::new).orElseGet(() -> overview(options));
        Map<String, URI> elsewhere = shape.map(Shape::elsewhere).orElseGet(() -> elsewhere(options));
        boolean all = elsewhere.size() == composition.calls().size();
        String services = take(options, "--services", all ? NOWHERE : "");
        int port = number(options, "--port", 0);
        Limits limits = new Limits(
                number(options, "--threads", Limits.DEFAULT.threads()),
                number(options, "--connections", Limits.DEFAULT.connections()),
                number(options, "--queue", Limits.DEFAULT.queue()),
                Duration.ofMillis(number(
                        options,
                        "--deadline-millis",
                        Math.toIntExact(Limits.DEFAULT.deadline().toMillis()))));
        if (!options.isEmpty() || arguments.size() % 2 != 0 || !services.startsWith("http://")) {
            throw new IllegalArgumentException(
                    "takes --style X --services http://HOST:PORT, and --posts http://... for a service elsewhere, --shape YAML, --archived USER, --server, --client, --port,"
                            + " --threads, --connections, --queue, --deadline-millis; not "
                            + String.join(" ", arguments));
        }
        return new GatewayArguments(style, server, client, URI.create(services), port, limits, elsewhere, composition);
    }

    private static Composition overview(Map<String, String> options) {
        int archived = number(options, ARCHIVED, 0);
        return archived == 0 ? OverviewComposition.STANDARD : new OverviewComposition(OptionalInt.of(archived));
    }

    private static Map<String, URI> elsewhere(Map<String, String> options) {
        Map<String, URI> elsewhere = new LinkedHashMap<>();
        for (String service : Joins.SERVICES) {
            String address = options.remove("--" + service);
            if (address != null) {
                if (!address.startsWith("http://")) {
                    throw new IllegalArgumentException("--" + service + " is " + address + " and must be http://...");
                }
                elsewhere.put(service, URI.create(address));
            }
        }
        return elsewhere;
    }

    private static String client(StyleFactory style, Map<String, String> options) {
        String usual = KnownClient.usual(style.blocks()).label();
        String client = take(options, "--client", usual);
        return style instanceof StyleFactory.Separate
                ? known("client", client, List.of(usual))
                : KnownClient.of(client).label();
    }

    private static String known(String what, String name, List<String> known) {
        if (!known.contains(name)) {
            throw new IllegalArgumentException(
                    "no " + what + " \"" + name + "\" here. Known: " + String.join(", ", known));
        }
        return name;
    }

    private static String take(Map<String, String> options, String name, String absent) {
        String value = options.remove(name);
        return value == null ? absent : value;
    }

    private static int number(Map<String, String> options, String name, int absent) {
        String value = take(options, name, Integer.toString(absent));
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException not) {
            throw new IllegalArgumentException(name + " is " + value + " and must be an integer", not);
        }
    }
}
