package dev.gearbox.cli.serve;

import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.data.DataReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Which services a gateway calls, as a YAML file: each is found at an address, or is one of ours with a delay and faults.
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
 */
record GatewayServices(Map<String, String> elsewhere, Map<String, String> options) {
    private static final DataReader READER = DataReader.ofPeople(YAMLMapper.builder(), UsageException::new);

    /** All services are ours, and answer at once. */
    static final GatewayServices OURS = new GatewayServices(Map.of(), Map.of());

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
        try (InputStream in = Files.newInputStream(file)) {
            return of(READER.read(String.valueOf(file.getFileName()), in, Form.class));
        } catch (IOException unreadable) {
            throw new UsageException(
                    "--services " + file
                            + " cannot be read. Name a YAML file, such as one with the line posts: {delay: 200ms}",
                    unreadable);
        }
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
        return new GatewayServices(elsewhere, options);
    }

    /** Whether any service is one of ours. */
    boolean needsOurs() {
        return elsewhere.size() < 4;
    }
}
