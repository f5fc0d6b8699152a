package dev.gearbox.protocols;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import dev.gearbox.protocols.frames.LengthPrefixed;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** Protocols by name, for programs that choose one at run time: {@code Protocols.named("busy?millis=500&kind=block")}. */
public final class Protocols {
    private static final List<RegisteredProtocol> ALL = List.of(
            new RegisteredProtocol("echo", "sends back what it receives", List.of(), given -> new Echo()),
            new RegisteredProtocol(
                    "frames",
                    "sends back each frame: a length in four bytes, then the payload",
                    List.of(new Parameter.Int(
                            "max", 1, 1 << 20, "65536", "largest frame in bytes; a larger one closes the connection")),
                    given -> new LengthPrefixed(given.integer("max"), frames -> frames::send)),
            new RegisteredProtocol(
                    "busy",
                    "blocks or computes for a time, then sends back what it received",
                    List.of(
                            new Parameter.Int(
                                    "millis", 0, 3_600_000, "500", "time for each piece received, in milliseconds"),
                            new Parameter.Choice(
                                    "kind", List.of("block", "burn"), "block", "block waits, burn computes"),
                            new Parameter.Int("one-in", 1, Integer.MAX_VALUE, "1", "every n-th connection is busy")),
                    given -> new BusyEcho(
                            BusyEcho.Kind.valueOf(given.word("kind").toUpperCase(Locale.ROOT)),
                            Duration.ofMillis(given.integer("millis")),
                            given.integer("one-in"))),
            new RegisteredProtocol(
                    "direct",
                    "echo in blocking style, on a virtual thread on top of the engine",
                    List.of(),
                    given -> new Direct(InputStream::transferTo)));

    private Protocols() {}

    private record RegisteredProtocol(
            String name, String summary, List<Parameter> parameters, Function<Parameters, Protocol> maker) {
        ModelCard card() {
            return new ModelCard(name, summary, "", Set.of(), parameters);
        }
    }

    /** A protocol that can be selected by name. */
    public record ProtocolInfo(String name, String summary, List<Parameter> parameters) {}

    /** Returns everything that {@link #named} accepts. */
    public static List<ProtocolInfo> all() {
        return ALL.stream()
                .map(entry -> new ProtocolInfo(entry.name(), entry.summary(), entry.parameters()))
                .toList();
    }

    /**
     * Creates a protocol.
     *
     * @param spec a name, optionally followed by {@code ?name=value&name=value}
     * @throws BadSpecException if there is no such protocol; the message lists the available ones
     */
    public static Protocol named(String spec) {
        Spec parsed = Spec.parse("protocol", spec);
        RegisteredProtocol entry = parsed.among(ALL, RegisteredProtocol::name);
        return entry.maker().apply(Parameters.of(entry.card(), parsed.given()));
    }
}
