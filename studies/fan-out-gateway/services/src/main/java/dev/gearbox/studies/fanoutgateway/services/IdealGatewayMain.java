package dev.gearbox.studies.fanoutgateway.services;

import dev.gearbox.origin.Origin;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/**
 * The {@link IdealGateway} as a subject of the lab: {@code --services URL --port N --shape YAML}; other options are those of gateways that have a choice, and
 * ignored. Exit code 2 and one line on standard error: invalid options.
 */
public final class IdealGatewayMain {
    private IdealGatewayMain() {}

    /**
     * Serves.
     *
     * @param arguments see the class comment
     */
    public static void main(String[] arguments) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        String services = options.get("--services");
        if (services == null) {
            System.err.println("--services is missing: the address of the services, such as http://127.0.0.1:8081");
            System.exit(2);
            return;
        }
        try {
            String engine = Origin.favourite();
            int port = Integer.parseInt(options.getOrDefault("--port", "0"));
            URI base = URI.create(services);
            String shape = options.get("--shape");
            IdealGateway.Work work = shape == null
                    ? IdealGateway.Work.overview(base)
                    : IdealGateway.Work.of(Shape.parse("--shape", shape), base);
            IdealGateway gateway = IdealGateway.start(work, engine, port);
            SubjectConsole.serve(
                    gateway.port(), Map.of("engine", engine), () -> Map.of("requests", gateway.requests()));
        } catch (IllegalArgumentException | IOException cannot) {
            System.err.println(cannot.getMessage());
            System.exit(2);
        }
    }
}
