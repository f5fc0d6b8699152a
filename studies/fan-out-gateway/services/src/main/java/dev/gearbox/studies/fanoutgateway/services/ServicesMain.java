package dev.gearbox.studies.fanoutgateway.services;

import dev.gearbox.studies.fanoutgateway.shape.Shape;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;

/**
 * The services as an instrument of the lab: they serve on the loopback interface until the lab disconnects, and report their counters and their lateness
 * when asked. Options: {@code --port N --seed N --engine SPEC}, and for each service {@code --posts DELAY} and {@code --posts-faults KIND=SHARE}, in
 * the forms of {@link ServicePlan}, and {@code --archive DELAY} for the same records at {@code /archive/posts} and so on; or {@code --shape YAML} in their place, the text of a {@link Shape}. Exit code 2 and one line on standard error: invalid options.
 */
public final class ServicesMain {
    private static final String FAULTS = "-faults";

    private ServicesMain() {}

    /**
     * Serves.
     *
     * @param arguments see the class comment
     */
    public static void main(String[] arguments) {
        try {
            serve(arguments);
        } catch (IllegalArgumentException | IOException cannot) {
            System.err.println(cannot.getMessage());
            System.exit(2);
        }
    }

    private static void serve(String[] arguments) throws IOException {
        int port = 0;
        String engine = null;
        ServicesPlan plan = ServicesPlan.PLAIN;
        Optional<Shape> shape = Optional.empty();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!arguments[i].startsWith("--") || i + 1 == arguments.length) {
                throw new IllegalArgumentException("\"" + arguments[i] + "\" is not an option with a value");
            }
            String name = arguments[i].substring(2);
            String value = arguments[i + 1];
            switch (name) {
                case "port" -> port = Integer.parseInt(value);
                case "seed" -> plan = plan.withSeed(Long.parseLong(value));
                case "engine" -> engine = value;
                case "archive" -> plan = plan.withArchive(value);
                case "shape" -> shape = Optional.of(Shape.parse("--shape", value));
                default ->
                    plan = name.endsWith(FAULTS)
                            ? plan.withFaults(name.substring(0, name.length() - FAULTS.length()), value)
                            : plan.withDelay(name, value);
            }
        }
        if (shape.isPresent() && !plan.services().isEmpty()) {
            throw new IllegalArgumentException(
                    "--shape excludes delays and faults of " + plan.services().keySet());
        }
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        Services services = shape.isPresent()
                ? Services.start(ShapedAnswers.of(shape.get()), plan.seed(), engine, address)
                : Services.start(plan, engine, address);
        SubjectConsole.serve(services.port(), Map.of("engine", services.engine()), services::report);
    }
}
