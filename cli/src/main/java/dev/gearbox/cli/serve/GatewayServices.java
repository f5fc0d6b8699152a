package dev.gearbox.cli.serve;

import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.data.DataReader;
import dev.gearbox.data.Place;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Which services a gateway calls, as a YAML file: each is found at an address, or is one of ours with a delay and faults. With the key {@code calls} it is a
 * {@link Shape}: the user's own calls in place of the four.
 *
 * <pre>
 *   posts: {url: "http://127.0.0.1:9001/posts"}
 *   albums: {delay: 200ms, faults: "error=5%,stall=1%"}
 * </pre>
 *
 * A service that is left out is one of ours, answers at once and never fails.
 *
 * @param elsewhere addresses, by name
 * @param options those of our services' process
 * @param shape the text of the file, if it is one
 * @param needsOurs whether any service is one of ours
 */
record GatewayServices(
        Map<String, String> elsewhere, Map<String, String> options, Optional<String> shape, boolean needsOurs) {
    private static final DataReader READER = DataReader.ofPeople(YAMLMapper.builder(), UsageException::new);

    /** All services are ours, and answer at once. */
    static final GatewayServices OURS = new GatewayServices(Map.of(), Map.of(), Optional.empty(), true);

    record Called(Optional<String> url, Optional<String> delay, Optional<String> faults) {
        Called {
            if (url.isPresent() && (delay.isPresent() || faults.isPresent())) {
                throw new IllegalArgumentException("url: excludes delay and faults, which services of ours have");
            }
            if (url.filter(address -> !address.startsWith("http://")).isPresent()) {
                throw new IllegalArgumentException("url: is \"" + url.get() + "\" and must begin with http://");
            }
        }
    }

    private record Form(
            Optional<Called> posts, Optional<Called> comments, Optional<Called> albums, Optional<Called> photos) {
        Map<String, Optional<Called>> byName() {
            return Map.of("posts", posts, "comments", comments, "albums", albums, "photos", photos);
        }
    }

    GatewayServices {
        elsewhere = Map.copyOf(elsewhere);
        options = Map.copyOf(options);
    }

    /**
     * Reads a file.
     *
     * @throws UsageException naming file and key, if it is not such a file
     */
    static GatewayServices read(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            String text = Files.readString(file);
            JsonNode tree = READER.tree(name, text);
            return tree.has("calls")
                    ? of(shape(name, text), text)
                    : of(READER.decode(Place.of(name), tree, Form.class));
        } catch (IOException unreadable) {
            throw new UsageException(
                    "--services " + file
                            + " cannot be read. Name a YAML file, such as one with the line posts: {delay: 200ms}",
                    unreadable);
        }
    }

    private static Shape shape(String name, String text) {
        try {
            return Shape.parse(name, text);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private static GatewayServices of(Shape shape, String text) {
        Map<String, String> elsewhere = new LinkedHashMap<>();
        shape.elsewhere().forEach((name, url) -> elsewhere.put(name, url.toString()));
        boolean needsOurs = elsewhere.size() < shape.calls().size();
        return new GatewayServices(elsewhere, Map.of("shape", text), Optional.of(text), needsOurs);
    }

    private static GatewayServices of(Form form) {
        Map<String, String> elsewhere = new LinkedHashMap<>();
        Map<String, String> options = new LinkedHashMap<>();
        form.byName()
                .forEach((name, said) -> said.ifPresent(called -> {
                    called.url().ifPresent(address -> elsewhere.put(name, address));
                    called.delay().ifPresent(delay -> options.put(name, delay));
                    called.faults().ifPresent(faults -> options.put(name + "-faults", faults));
                }));
        return new GatewayServices(
                elsewhere,
                options,
                Optional.empty(),
                elsewhere.size() < form.byName().size());
    }

    /** Returns the options that say to a gateway where the services are. */
    List<String> forGateway() {
        List<String> arguments = new ArrayList<>();
        shape.ifPresentOrElse(
                text -> arguments.addAll(List.of("--shape", text)),
                () -> elsewhere.forEach((name, where) -> arguments.addAll(List.of("--" + name, where))));
        return arguments;
    }
}
