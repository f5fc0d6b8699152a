package dev.gearbox.engines.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Provides;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * A module provides the same services on the module path and on the class path: {@code module-info} and META-INF/services have the same entries in the same
 * order.
 */
final class ServicesTest {
    private static final String SERVICES = "META-INF/services/";

    @Test
    void both_paths_have_the_same_providers() throws IOException {
        Map<String, Map<String, List<String>>> provided = new TreeMap<>();
        Map<String, Map<String, List<String>>> listed = new TreeMap<>();
        for (ResolvedModule module : ModuleLayer.boot().configuration().modules()) {
            if (module.name().startsWith("dev.gearbox.")) {
                provided.put(
                        module.name(),
                        module.reference().descriptor().provides().stream()
                                .collect(Collectors.toMap(Provides::service, Provides::providers)));
                listed.put(module.name(), listed(module));
            }
        }
        assertThat(listed).isEqualTo(provided);
        assertThat(provided.values().stream().flatMap(services -> services.keySet().stream()))
                .contains("dev.gearbox.core.model.IoModel", "dev.gearbox.core.sockets.SocketConverter");
    }

    private static Map<String, List<String>> listed(ResolvedModule module) throws IOException {
        Map<String, List<String>> listed = new TreeMap<>();
        try (ModuleReader reader = module.reference().open()) {
            List<String> files = reader.list()
                    .filter(name -> name.startsWith(SERVICES) && !name.endsWith("/"))
                    .toList();
            for (String file : files) {
                try (var in = reader.open(file).orElseThrow()) {
                    String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    listed.put(file.substring(SERVICES.length()), text.lines().toList());
                }
            }
        }
        return listed;
    }
}
