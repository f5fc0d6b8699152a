package dev.gearbox.studies.fanoutgateway.server;

import dev.gearbox.core.Engines;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Servers by name, the default one first: those that a process can listen with. Each of the servers that are not ours has a module, and so a process, of its own. */
public final class KnownServers {
    /** Gearbox' own HTTP, by the names of engines. */
    public static final KnownServers OWN = new KnownServers(engines("epoll", "selector"));

    private final Map<String, ServerFactory> byName;

    private KnownServers(Map<String, ServerFactory> byName) {
        this.byName = byName;
    }

    /** Returns one server. */
    public static KnownServers only(String name, ServerFactory server) {
        return new KnownServers(Map.of(name, server));
    }

    private static Map<String, ServerFactory> engines(String... names) {
        Map<String, ServerFactory> engines = new LinkedHashMap<>();
        for (String name : names) {
            engines.put(name, (port, gateway) -> new GearboxServer(Engines.canonical(here(name)), port, gateway));
        }
        return engines;
    }

    /** Returns the engine, or one that runs everywhere if that one cannot run here. */
    private static String here(String engine) {
        return Engines.absence(engine).isPresent() ? "selector" : engine;
    }

    /** Returns all names, the default one first. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /**
     * Returns the name of the server that runs here if this one is asked for: of an engine that cannot run here, another engine.
     *
     * @throws IllegalArgumentException if there is none of that name; names all
     */
    public String canonical(String name) {
        if (!byName.containsKey(name)) {
            throw new IllegalArgumentException(
                    "no server \"" + name + "\" here. Known: " + String.join(", ", byName.keySet()));
        }
        return OWN.byName.containsKey(name) ? here(name) : name;
    }

    /** Returns the engine for a client beside that server: the same if the server is on one. */
    public static String engineBeside(String server) {
        return here(OWN.byName.containsKey(server) ? server : OWN.names().getFirst());
    }

    /**
     * Returns how to start that server.
     *
     * @throws IllegalArgumentException if there is none of that name; names all
     */
    public ServerFactory of(String name) {
        return Objects.requireNonNull(byName.get(canonical(name)));
    }
}
